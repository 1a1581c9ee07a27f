/** Why a browser ended, for whoever wants to see it: the live view's page and the answer to one that came too late. */
export const REASONS: Readonly<Record<string, string>> = {
  asked: "It was stopped.",
  timeout: "Its time was over.",
  budget: "The credits or the budget for the month are used up.",
  idle: "It was not used for a while.",
  died: "It stopped by itself.",
  restart: "The server was restarted.",
  drain: "The server is shutting down.",
  failed: "It could not go on.",
  lost: "The server lost it.",
};
