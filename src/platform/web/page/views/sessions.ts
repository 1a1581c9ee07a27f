/** Agent sessions: tasks in words that were given to the platform. */
import { CallError, call } from "../api.ts";
import { date, h, redraw, short, table } from "../dom.ts";
import { watched } from "../view.ts";

interface Session {
  id: string;
  status: string;
  title: string | null;
  model: string;
  stepCount: number;
  createdAt: string;
}

export async function sessionsView(): Promise<HTMLElement> {
  const list = h("div", { className: "card" });
  await watched(async () => {
    try {
      const { sessions } = await call<{ sessions: Session[] }>("GET", "/api/v3/sessions?page_size=100");
      redraw(
        list,
        table(["Session", "Status", "Title", "Model", "Steps", "Made"], sessions.map(row), "No session yet."),
      );
    } catch (error) {
      // A server without an agent says so itself.
      if (!(error instanceof CallError) || error.status !== 501) throw error;
      redraw(list, h("p", { className: "empty" }, error.message));
    }
  });
  return h("div", {}, h("div", { className: "top" }, h("h1", {}, "Sessions")), list);
}

function row({ id, status, title, model, stepCount, createdAt }: Session) {
  return [short(id), h("span", { className: "badge" }, status), title ?? "", model, stepCount, date(createdAt)];
}
