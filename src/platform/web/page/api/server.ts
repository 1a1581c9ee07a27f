/** The dashboard's own endpoints. They are not part of the public API. */
import { request } from "./client.ts";

export interface Key {
  id: string;
  name: string;
  start: string;
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

export interface ServerFacts {
  version: string;
  address: string;
  database: string;
  objects: string;
  concurrency: number;
  running: number;
  waiting: number;
  warm: number;
  privateNetwork: string;
}

export const keys = async () => (await request<{ keys: Key[] }>("GET", "/dashboard/api/keys")).keys;
export const createKey = (name: string) => request<{ key: string }>("POST", "/dashboard/api/keys", { name });
export const revokeKey = (id: string) => request("DELETE", `/dashboard/api/keys/${id}`);
export const server = () => request<ServerFacts>("GET", "/dashboard/api/server");
