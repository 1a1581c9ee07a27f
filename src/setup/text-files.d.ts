/** Files that are imported as text. */
declare module "*.sh" {
  const text: string;
  export default text;
}
declare module "*.py" {
  const text: string;
  export default text;
}
declare module "*Dockerfile" {
  const text: string;
  export default text;
}
declare module "*/LICENSE" {
  const text: string;
  export default text;
}
/** Imported as a file: its path. */
declare module "*.gen.txt" {
  const path: string;
  export default path;
}
declare module "*.pub" {
  const text: string;
  export default text;
}
