/** Reasons why a browser ended, as viewers read them. */
export const REASONS: Readonly<Record<string, string>> = {
  asked: "It was stopped.",
  timeout: "It reached its time limit.",
  budget: "The credits or the monthly budget are used up.",
  idle: "It was idle for too long.",
  died: "It stopped unexpectedly.",
  restart: "The server was restarted.",
  drain: "The server is shutting down.",
  failed: "It failed.",
  lost: "The server lost its connection to the database.",
};
