/** A message board in the style of twenty years ago: threads over pages, replies, and spam among honest posts. */
import { html, page } from "../html.ts";
import { call, click, clickOn, done, look, open, press } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface Post {
  id: number;
  thread: string;
  author: string;
  text: string;
}

interface State {
  posts: Post[];
}

const THREADS: Record<string, string> = {
  "41": "Which yarn for a first jumper?",
  "42": "Moths!!! Help",
  "43": "Pattern swap, winter",
  "44": "Which yarn for baby socks?",
};

function seeded(): Post[] {
  const posts: [string, string, string][] = [
    ["41", "WoolyBully", "I would take merino, 5 mm needles."],
    ["41", "purl_jam", "Not superwash for a first one, it grows."],
    ["42", "purl_jam", "They ate my shetland. Cedar does nothing."],
    ["42", "BEST-DEALS-4U", "cheap watches cheap watches click here"],
    ["42", "grannysquare", "Freeze everything for 72 hours, at -18 degrees. It worked for me."],
    ["42", "yarn_dealer", "We sell moth traps, 4 for £10, but freezing is cheaper, honestly."],
    ["42", "BEST-DEALS-4U", "last chance cheap watches!!!"],
    ["43", "WoolyBully", "Offering: two mittens patterns."],
    ["44", "grannysquare", "Bamboo mix. Wash at 40."],
  ];
  return posts.map(([thread, author, text], n) => ({ id: 900 + n, thread, author, text }));
}

function site(): Site<State> {
  const state: State = { posts: seeded() };
  const shell = (title: string, body: ReturnType<typeof html>) =>
    page(
      title,
      html`<table width="100%" bgcolor="#336699"><tr><td><font color="white"><b>The Knitting Circle</b></font></td></tr></table><p><a href="/">Board index</a> » ${title}</p>${body}`,
      {
        style: "body{font:13px Verdana;margin:8px}.post{border:1px solid #369;margin:6px 0;padding:6px}.by{color:#555}",
      },
    );
  return {
    state,
    routes: {
      "GET /": () =>
        shell(
          "Index",
          html`<table border="1" cellpadding="4">${Object.entries(THREADS).map(([id, title]) => html`<tr><td><a href="/t/${id}">${title}</a></td><td>${state.posts.filter(({ thread }) => thread === id).length} posts</td></tr>`)}</table><p>You are logged in as <b>moderator_ute</b>.</p>`,
        ),
      "GET /t/:id": ({ path }) =>
        shell(
          THREADS[path.id ?? ""] ?? "No such thread",
          html`${state.posts
            .filter(({ thread }) => thread === path.id)
            .map(
              ({ id, author, text }) =>
                html`<div class="post" id="p${id}"><div class="by">${author} wrote (#${id}):</div><div>${text}</div><a href="/t/${path.id}?quote=${id}#reply" onclick="event.preventDefault();reply.value='[quote=${id}]\\n'+reply.value;reply.focus()">Quote</a> <a href="/delete/${id}">Delete</a></div>`,
            )}<form method="post" action="/t/${path.id}"><textarea name="text" id="reply" rows="5" cols="60" placeholder="Your reply"></textarea><br><input type="submit" value="Post reply"></form>`,
        ),
      "POST /t/:id": ({ path, form }) => {
        state.posts.push({
          id: 900 + state.posts.length + 100,
          thread: path.id ?? "",
          author: "moderator_ute",
          text: (form.text ?? "").replaceAll("\r\n", "\n"),
        });
        return redirect(`/t/${path.id}`);
      },
      "GET /delete/:id": ({ path }) => {
        const one = state.posts.find(({ id }) => id === Number(path.id));
        return shell(
          "Delete post",
          html`<p>Really delete post #${path.id} by ${one?.author}?</p><p>“${one?.text}”</p><form method="post" action="/delete/${path.id}"><button name="sure" value="yes">Yes, delete</button> <button name="sure" value="no">No</button></form>`,
        );
      },
      "POST /delete/:id": ({ path, form }) => {
        const one = state.posts.find(({ id }) => id === Number(path.id));
        if (form.sure === "yes") state.posts = state.posts.filter(({ id }) => id !== Number(path.id));
        return redirect(`/t/${one?.thread ?? ""}`);
      },
    },
  };
}

const REPLY = {
  id: 1_009,
  thread: "42",
  author: "moderator_ute",
  text: "[quote=904]\nThank you, this is now in the FAQ.",
};

export const tasks: readonly Task[] = [
  task<State>({
    name: "forum-reply-with-quote",
    kind: "editing",
    words:
      "In the thread about moths, reply to the post that recommends freezing for 72 hours. Quote that post, and write: Thank you, this is now in the FAQ.",
    site,
    check: ({ posts }) =>
      differs(
        "new posts",
        posts.slice(seeded().length).map(({ thread, text }) => [thread, text.trim()]),
        [["42", REPLY.text]],
      ),
    wrong: [
      (state) => void state.posts.push({ ...REPLY, text: "Thank you, this is now in the FAQ." }),
      (state) => void state.posts.push({ ...REPLY, text: REPLY.text.replace("904", "905") }),
    ],
    oracle: [
      look(),
      click("Moths!!! Help"),
      look(),
      clickOn("Quote", "Freeze everything"),
      call("type", { text: "Thank you, this is now in the FAQ.", label: "Your reply", append: true }),
      press("button", "Post reply"),
      done("The reply is posted.", "Thank you, this is now in the FAQ."),
    ],
  }),
  task<State>({
    name: "forum-delete-spam",
    kind: "lists",
    words: "Delete all spam in the thread about moths. Leave honest posts alone, also when they mention prices.",
    site,
    check: ({ posts }) =>
      differs(
        "posts",
        posts,
        seeded().filter(({ author }) => author !== "BEST-DEALS-4U"),
      ),
    wrong: [
      (state) => {
        state.posts = state.posts.filter(({ id }) => id !== 903);
      },
      (state) => {
        state.posts = state.posts.filter(({ author }) => author !== "BEST-DEALS-4U" && author !== "yarn_dealer");
      },
    ],
    oracle: [
      look(),
      open("/t/42"),
      clickOn("Delete", "cheap watches cheap watches"),
      press("button", "Yes, delete"),
      look(),
      clickOn("Delete", "last chance"),
      press("button", "Yes, delete"),
      done("Both spam posts are deleted.", "They ate my shetland."),
    ],
  }),
];
