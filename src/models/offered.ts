/** The configured models for display: names, prices and known capabilities, without keys and addresses. */
import type { Environment } from "../lib/settings.ts";
import { capabilitiesOf, recall } from "./abilities.ts";
import type { Capabilities, ModelConfig } from "./model.ts";
import { readRegistry } from "./registry.ts";
import { identityOf } from "./request.ts";

export interface OfferedModel extends Pick<ModelConfig, "name" | "provider" | "contextTokens" | "prices"> {
  readonly isDefault: boolean;
  readonly isFallback: boolean;
  /** Undefined before the first use. */
  readonly capabilities: Capabilities | undefined;
}

/** Reads settings, file and cache anew with each call. Errors: those of `readRegistry`. */
export function offeredModels(home: string, environment: Environment): OfferedModel[] {
  const { models, default: first, fallback } = readRegistry(home, environment);
  return models.map((config) => {
    const { name, provider, prices, vision } = config;
    const known = recall(home, identityOf(config));
    const capabilities = known?.isProbed ? capabilitiesOf(known.abilities) : undefined;
    return {
      ...{ name, provider, prices, isDefault: config === first, isFallback: config === fallback },
      contextTokens: Math.min(config.contextTokens, known?.contextTokens ?? config.contextTokens),
      capabilities: capabilities && vision !== undefined ? { ...capabilities, vision } : capabilities,
    };
  });
}
