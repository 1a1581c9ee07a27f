/** A model opened on a scripted server, in a home of its own. */

import { type ModelOptions, openModel } from "../../src/models/client.ts";
import type { Message, Model, ModelConfig, Picture, ToolSpec, Turn } from "../../src/models/model.ts";
import { temporaryFolder } from "../support/folder.ts";

export const PICTURE: Picture = { bytes: new Uint8Array([137, 80, 78, 71]), mediaType: "image/png" };

const CLICK: ToolSpec = {
  name: "click",
  description: "Presses an element",
  schema: { type: "object", properties: { index: { type: "integer" } } },
};
const DONE: ToolSpec = { name: "done", description: "Ends the task", schema: { type: "object" } };

export function turn(text: string, more: Partial<Turn> = {}): Turn {
  return { system: "You act in a browser.", tools: [CLICK, DONE], messages: [{ role: "user", text }], ...more };
}

/** A turn after a call and its result. */
export function followUp(picture?: Picture): readonly Message[] {
  return [
    { role: "user", text: "Press Save" },
    { role: "assistant", text: "I press it.", calls: [{ id: "c1", name: "click", args: { index: 3 } }] },
    { role: "tool", results: [{ id: "c1", name: "click", text: "saved", picture }] },
  ];
}

export interface Ground extends Disposable {
  home: string;
  notes: string[];
  signal: AbortSignal;
  open(config: ModelConfig, options?: Partial<ModelOptions>): Model;
}

export function ground(environment: Record<string, string> = {}): Ground {
  const folder = temporaryFolder();
  const notes: string[] = [];
  return {
    home: folder.path,
    notes,
    signal: new AbortController().signal,
    open(config, options = {}) {
      const model = openModel(config, { home: folder.path, environment, ...options });
      model.onNote((note) => void notes.push(note));
      return model;
    },
    [Symbol.dispose]: folder[Symbol.dispose],
  };
}
