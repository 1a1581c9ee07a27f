import type { SkillCategory } from "../../api/v2.gen.ts";

const NAMES: Record<SkillCategory, string> = {
  search: "search",
  e_commerce: "e-commerce",
  financial: "financial",
  news: "news",
  real_estate: "real estate",
  social_media: "social media",
  travel: "travel",
  marketplace: "marketplace",
  lead_generation: "lead generation",
  seo: "seo",
  jobs: "jobs",
  developer: "developer",
  media: "media",
  automation: "automation",
  integration: "integration",
  other: "other",
};

/** Categories of skills with their names. */
export const CATEGORIES = Object.entries(NAMES);

export const categoriesOf = ({ categories }: { categories: readonly SkillCategory[] }) =>
  categories.map((one) => NAMES[one]).join(", ");
