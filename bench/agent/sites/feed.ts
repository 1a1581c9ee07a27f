/** A feed that grows while it is scrolled; its posts come late and the same people post often. */
import { html, POST, page, raw } from "../html.ts";
import { call, clickOn, done, look } from "../oracle.ts";
import type { Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  liked: number[];
}

const PEOPLE = ["Amara", "Bo", "Chidi", "Dana", "Elif", "Farid"];
const TOPICS = [
  "the market",
  "our new boat",
  "a lost glove",
  "bread",
  "the eclipse",
  "street lamps",
  "a fox in the yard",
];
const posts = Array.from({ length: 96 }, (_, n) => ({
  id: n,
  who: PEOPLE[(n * 5) % 6],
  about: TOPICS[(n * 3) % 7],
  day: 96 - n,
}));
/** Of the posts that Farid wrote about a lost glove the oldest. */
const WANTED = posts.filter(({ who, about }) => who === "Farid" && about === "a lost glove");
const LOGIC = raw(`<script>
let at = 0, busy = false, ended = false;
const more = async () => {
  if (busy || ended) return;
  busy = true;
  document.querySelector("#wait").hidden = false;
  const posts = await (await fetch("/posts?from=" + at)).json();
  document.querySelector("#wait").hidden = true;
  at += posts.length;
  ended = posts.length === 0;
  if (ended) document.querySelector("#end").hidden = false;
  for (const { id, who, about, day } of posts) {
    const article = document.createElement("article");
    article.innerHTML = "<h3>" + who + "</h3><p>Day " + day + ": something about " + about + "</p><button aria-label='Like post of day " + day + "'>♡</button>";
    article.querySelector("button").onclick = ({ target }) => { target.textContent = "♥"; post("/like/" + id); };
    document.querySelector("main").append(article);
  }
  busy = false;
};
new IntersectionObserver(([entry]) => entry.isIntersecting && more(), { rootMargin: "80px" }).observe(document.querySelector("#foot"));
addEventListener("scroll", () => { if (innerHeight + scrollY > document.body.scrollHeight - 200) more(); });
</script>`);

function site(): Site<State> {
  const state: State = { liked: [] };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Nachbarn",
          html`${POST}<h1>Neighbours</h1><main></main><p id="wait" hidden>Loading…</p><p id="end" hidden>You have reached the first day.</p><div id="foot"></div>${LOGIC}`,
          {
            style:
              "body{font:16px system-ui;max-width:36rem;margin:auto}article{border:1px solid #ddd;border-radius:12px;padding:1rem;margin:1rem 0}",
          },
        ),
      "GET /posts": async ({ query }) => {
        await Bun.sleep(120);
        const from = Number(query.get("from"));
        return posts.slice(from, from + 12);
      },
      "POST /like/:id": ({ path }) => {
        state.liked.push(Number(path.id));
        return {};
      },
    },
  };
}

const OLDEST = WANTED.at(-1);

export const tasks: readonly Task[] = [
  task<State>({
    name: "feed-oldest-post",
    kind: "lists",
    words:
      "Like the oldest post in which Farid writes about a lost glove. Days count up, so the oldest has the lowest day.",
    site,
    check: ({ liked }) => differs("liked posts", liked, [OLDEST?.id]),
    wrong: [
      (state) => void state.liked.push(WANTED[0]?.id ?? 0),
      (state) => void state.liked.push(...WANTED.map(({ id }) => id)),
    ],
    oracle: [
      look(),
      call("scroll", { until: "end" }),
      call("find", { text: "lost glove" }),
      call("find", { text: `day ${OLDEST?.day}` }),
      clickOn(`Like post of day ${OLDEST?.day}`),
      done("The post is liked.", `Day ${OLDEST?.day}: something about a lost glove`),
    ],
  }),
];
