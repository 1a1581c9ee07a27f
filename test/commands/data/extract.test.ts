import { expect, test } from "bun:test";
import { type Data, type Fixture, fixture, write } from "../../fixture.ts";

const PROSE =
  "The harbour was quiet when the first boats came in, and nobody on the quay said a word about the storm of the night before. ".repeat(
    3,
  );

const ARTICLE = `<title>The storm</title><nav><a href="/home">Home</a></nav><header><h2>The Daily</h2></header>
<main><article><h1>The storm</h1><p class="byline">By Jane Doe</p><p>${PROSE}<b>Nobody</b> <a href="/more">read on</a>.</p>
<p style="display:none">invisible</p><p>${PROSE}</p><ul><li>one</li><li>two<ol><li>inner</li></ol></li></ul>
<pre><code class="language-js">if (x) {\n    y();\n}</code></pre><img src="/boat.png" alt="A boat"><img src="/dot.gif" alt=""></article></main>
<footer><a href="/imprint">Imprint</a></footer>`;

const markdownOf = async (t: Fixture, ...argv: string[]) => (await t.svc("extract", ...argv)).markdown as string;

test("extract gives the main text as Markdown, without what is around it", async () => {
  await using t = await fixture();
  const site = t.site(ARTICLE);
  await t.svc("open", site);
  const data = await t.svc("extract");
  expect(data).toMatchObject({ url: site, title: "The storm", source: "article" });
  const { markdown } = data as { markdown: string };
  expect(markdown).toStartWith("# The storm\n\nBy Jane Doe\n\nThe harbour");
  expect(markdown).toContain(`**Nobody** [read on](${site}more).`);
  expect(markdown).toContain("- one\n- two\n  1. inner");
  expect(markdown).toContain("```js\nif (x) {\n    y();\n}\n```");
  expect(markdown).toContain(`![A boat](${site}boat.png)`);
  expect(markdown).not.toMatch(/invisible|Home|Imprint|dot\.gif/);
  expect(await t.text("extract")).toBe(markdown);
  expect((await t.svc("extract", "text")).text).toContain("one\ntwo\ninner\n\nif (x) {\n    y();\n}");
});

test("a page that is no article is given without its surroundings, and one of links alone as it is", async () => {
  await using t = await fixture();
  await t.svc("open", t.site("<nav>Menu</nav><h1>Board</h1><div>Open: 3</div><footer>Foot</footer>"));
  expect(await t.svc("extract")).toMatchObject({ source: "page", markdown: "# Board\n\nOpen: 3" });
  await t.svc("open", t.site("<nav><ul><li><a href='http://127.0.0.1:1/a'>A</a></ul></nav>"));
  expect(await markdownOf(t)).toBe("- [A](http://127.0.0.1:1/a)");
  await t.svc("open", t.site(""));
  expect(await t.text("extract")).toBe("(nothing to read)");
});

test("--selector takes parts of the page, wherever they are", async () => {
  await using t = await fixture();
  await t.svc("open", t.site(`${ARTICLE}<iframe srcdoc="<p class=x>in the frame"></iframe>`));
  expect(await t.svc("extract", "--selector", "nav, footer")).toMatchObject({ source: "selector" });
  expect(await markdownOf(t, "--selector", "nav")).toMatch(/^\[Home\]\(http:.*\/home\)$/);
  expect(await markdownOf(t, "--selector", "p.x")).toContain("in the frame");
  expect(await t.fails("extract", "--selector", ".none")).toMatchObject({ code: "not_found" });
  expect(await t.fails("extract", "--selector", "p[")).toMatchObject({ code: "usage" });
});

test("shadow roots, open and closed, and slots are read as they are shown", async () => {
  await using t = await fixture();
  await t.svc(
    "open",
    t.site(`<main><my-card><template shadowrootmode=open><h3><slot name=title></slot></h3><p>inside: <slot></slot></p></template>
      <b slot=title>Title</b>light</my-card><my-box><template shadowrootmode=closed><p>locked in</p></template></my-box>
      <p aria-hidden=true>seen</p><details><summary>more</summary>folded</details>
      <span style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)">for readers</span></main>`),
  );
  const markdown = await markdownOf(t);
  expect(markdown).toContain("### **Title**\n\ninside: light");
  expect(markdown).toContain("locked in");
  expect(markdown).toContain("seen");
  expect(markdown).not.toMatch(/folded|for readers/);
});

test("the content of visible frames follows, of other sites too", async () => {
  await using t = await fixture();
  const other = t.site("<title>Other</title><h1>From elsewhere</h1>").replace("127.0.0.1", "localhost");
  const body = `<h1>Top</h1><iframe width=300 height=100 src="${other}"></iframe>
    <iframe width=300 height=100 srcdoc="<p>near</p><iframe width=200 height=80 srcdoc='<p>deep</p>'></iframe>"></iframe>
    <iframe style="display:none" srcdoc="unseen"></iframe><iframe width=1 height=1 srcdoc="pixel"></iframe>`;
  await t.svc("open", t.site(body));
  const markdown = await markdownOf(t);
  expect(markdown).toStartWith("# Top\n\n## Frame: Other\n\n# From elsewhere\n\n## Frame: about:srcdoc\n\nnear");
  expect(markdown).toContain("deep");
  expect(markdown).not.toMatch(/unseen|pixel/);
});

test("neither the page's built-ins nor its policies nor the names in its markup disturb it", async () => {
  await using t = await fixture();
  const policy = "require-trusted-types-for 'script'; trusted-types 'none'; script-src 'nonce-n'; img-src 'none'";
  const body = `<!doctype html><title>Strict</title><script nonce=n>
    window.seen = [];
    document.addEventListener("securitypolicyviolation", (event) => seen.push(event.violatedDirective));
    Array.prototype.map = Array.prototype.filter = Element.prototype.querySelectorAll = Document.prototype.createElement = () => { throw new Error("tampered") };
    JSON.stringify = () => "lies";
    </script><form><input name=childNodes><input name=getAttribute><p>in the form</p></form><img name=body><h1>Short</h1><p>Little text.</p>`;
  // Readability finds what it took for a sidebar in its second round alone, which starts from kept markup.
  const article = `${body}<div class="sidebar comment"><p>${PROSE}</p><p>${PROSE}</p></div>`;
  const headers = { "content-type": "text/html", "content-security-policy": policy };
  const site = t.site("", {
    "/strict": () => new Response(body, { headers }),
    "/article": () => new Response(article, { headers }),
  });
  await t.svc("open", `${site}article`);
  expect(await t.svc("extract")).toMatchObject({ source: "article", markdown: expect.stringContaining("The harbour") });
  await t.svc("open", `${site}strict`);
  const seen = await t.svc("eval", "window.seen.length");
  expect(await markdownOf(t)).toBe("in the form\n\n# Short\n\nLittle text.");
  expect(await markdownOf(t, "--selector", "h1")).toBe("# Short");
  expect((await t.svc("extract", "--schema", '{"t":"h1"}')).result).toEqual({ t: "Short" });
  expect((await t.svc("extract", "tables")).tables).toEqual([]);
  expect(await t.svc("eval", "window.seen.length")).toEqual(seen);
});

test("reading changes nothing in the page, and loads nothing", async () => {
  await using t = await fixture();
  const asked: string[] = [];
  const note = (request: Request) => {
    asked.push(new URL(request.url).pathname);
    return new Response("", { status: 404 });
  };
  const paths = ["/lazy.png", "/none.png", "/template.png", "/script.js", "/src.png"];
  const site = t.site(
    `<main><p>${PROSE}</p><noscript><img src=/none.png></noscript><template><img src=/template.png></template>
     <div style="height:9000px"></div><img loading=lazy src=/lazy.png alt=Lazy><p onclick="window.hit = 1">x</p></main>`,
    Object.fromEntries(paths.map((path) => [path, note])),
  );
  await t.svc("open", site);
  await t.svc(
    "eval",
    "new MutationObserver((all) => (window.changes = all.length)).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })",
  );
  const before = (await t.svc("get", "html")).html;
  const loaded = [...asked];
  expect(await markdownOf(t)).toContain(`![Lazy](${site}lazy.png)`);
  for (const format of ["text", "tables", "links", "json"]) await t.svc("extract", format);
  expect((await t.svc("get", "html")).html).toBe(before);
  expect(await t.svc("eval", "window.changes ?? 0")).toMatchObject({ result: 0 });
  expect(asked).toEqual(loaded);
});

test("a page that is nested without end is read to its bottom", async () => {
  await using t = await fixture();
  const script =
    "let at = document.body; for (let n = 0; n < 1200; n++) at = at.appendChild(document.createElement('div')); at.textContent = 'bottom'";
  await t.svc("open", t.site(`<h1>Deep</h1><script>${script}</script>`));
  expect(await markdownOf(t)).toBe("# Deep\n\nbottom");
  expect((await t.svc("extract", "text")).text).toBe("Deep\n\nbottom");
});

const TABLES = `<table><caption>Prices</caption><thead><tr><th rowspan=2>Item<th colspan=2>Price<tr><th>net<th>gross</thead>
  <tbody><tr><td rowspan=2>Tea | green<td>1<td>2<tr><td>3<td>4 <i>new</i></table>
  <table><tr><th>Name<td>Ada<tr><th>Born<td>1815</table>
  <table><tr><td>a<td>b<tr><td>c<td>d<td>e</table>
  <table role=presentation><tr><td>layout<td>only</table><table><tr><td>just one cell</table>
  <div role=table aria-label=Grid><div role=row><span role=columnheader>X</span><span role=columnheader>X</span></div>
  <div role=row><span role=cell>1</span><span role=cell>2</span></div></div>`;

test("tables become rows by header, spans filled", async () => {
  await using t = await fixture();
  await t.svc("open", t.site(TABLES));
  const { tables } = await t.svc("extract", "tables");
  expect(tables).toEqual([
    {
      caption: "Prices",
      columns: ["Item", "Price / net", "Price / gross"],
      rows: [
        { Item: "Tea | green", "Price / net": "1", "Price / gross": "2" },
        { Item: "Tea | green", "Price / net": "3", "Price / gross": "4 new" },
      ],
    },
    { columns: ["Name", "Born"], rows: [{ Name: "Ada", Born: "1815" }] },
    {
      columns: ["column 1", "column 2", "column 3"],
      rows: [
        { "column 1": "a", "column 2": "b", "column 3": "" },
        { "column 1": "c", "column 2": "d", "column 3": "e" },
      ],
    },
    { caption: "Grid", columns: ["X", "X (2)"], rows: [{ X: "1", "X (2)": "2" }] },
  ]);
  expect(await t.text("extract", "--format", "tables")).toStartWith(
    "**Prices**\n\n| Item | Price / net | Price / gross |\n| --- | --- | --- |\n| Tea \\| green | 1 | 2 |",
  );
  const markdown = await markdownOf(t);
  expect(markdown).toContain("| Tea \\| green | 3 | 4 *new* |");
  expect(markdown).toContain("|  |  |\n| --- | --- |\n| Name | Ada |");
  expect(markdown).toContain("layout\n\nonly");
});

test("links come once, absolute, with the part of the page they are in", async () => {
  await using t = await fixture();
  const site = t.site(
    `<header><nav><a href="/a">A</a> <a href="/a">A</a></nav><a href="/logo"><img alt="Logo"></a></header>
     <article><header><a href="b?x=1#y"> B <b>bold</b></a></header></article><aside><a href="mailto:x@example.com">Mail</a></aside>
     <a href="javascript:alert(1)">Script</a><a>None</a><footer><a href="https://example.com" aria-label="Far"></a></footer>`,
  );
  await t.svc("open", site);
  expect((await t.svc("extract", "links")).links).toEqual([
    { text: "A", url: `${site}a`, where: "nav" },
    { text: "Logo", url: `${site}logo`, where: "header" },
    { text: "B bold", url: `${site}b?x=1#y`, where: "main" },
    { text: "Mail", url: "mailto:x@example.com", where: "aside" },
    { text: "Far", url: "https://example.com/", where: "footer" },
  ]);
  expect(await t.text("extract", "links", "--selector", "nav")).toBe(`- [A](${site}a) (nav)`);
  await t.svc("open", t.site("nothing"));
  expect(await t.text("extract", "links")).toBe("no links");
  expect(await t.text("extract", "tables")).toBe("no tables");
});

test("json is what the page tells machines", async () => {
  await using t = await fixture();
  await t.svc(
    "open",
    t.site(`<!doctype html><html lang=fr><link rel=canonical href="https://example.com/x"><meta name=description content="It is">
      <meta property="og:title" content="OG"><script type="application/ld+json">[{"@type":"Product"},{"@type":"Offer"}]</script>
      <script type="application/ld+json">{broken</script>`),
  );
  expect((await t.svc("extract", "json")).declared).toEqual([
    {
      language: "fr",
      canonical: "https://example.com/x",
      meta: { description: "It is", "og:title": "OG" },
      data: [{ "@type": "Product" }, { "@type": "Offer" }],
    },
  ]);
});

test("what is too long is cut at the budget, and the rest is one command away", async () => {
  await using t = await fixture();
  const rows = Array.from({ length: 400 }, (_, n) => `<p>Line ${n} of a long page</p>`).join("");
  await t.svc("open", t.site(`<main>${rows}</main><table><tr><th>n${"<tr><td>7".repeat(300)}</table>`));
  const first = await t.svc("extract", "--max-tokens", "500");
  expect(first.markdown.length).toBeLessThan(500 * 2.7 + 1);
  const { pages } = first.cut;
  expect(first.cut).toEqual({ page: 1, pages: expect.any(Number) });
  const all: string[] = [];
  for (let page = 1; page <= pages; page++)
    all.push(await markdownOf(t, "--max-tokens", "500", "--page", String(page)));
  const whole = await t.svc("extract", "--max-tokens", "100000");
  expect(whole.cut).toBeUndefined();
  expect(all.join("\n").match(/Line \d+ /g)).toEqual(whole.markdown.match(/Line \d+ /g));
  expect(await t.text("extract", "--max-tokens", "500")).toEndWith(
    `\n\n… page 1 of ${pages}. See more with --page 2, --max-tokens <n>, or less with --selector <css>.`,
  );
  expect(await t.text("extract", "--max-tokens", "500", "--page", String(pages))).not.toContain(`--page ${pages + 1}`);
  expect(await t.fails("extract", "--max-tokens", "500", "--page", String(pages + 1))).toMatchObject({
    code: "not_found",
  });
  expect(await t.fails("extract", "--page", "2", "--selector", "p")).toMatchObject({ code: "not_found" });
  const table = await t.svc("extract", "tables", "--max-tokens", "200");
  expect(table.tables[0].columns).toEqual(["n"]);
  expect(table.tables[0].rows.length).toBeLessThan(300);
  expect(table.cut.page).toBe(1);
});

const SHOP = `<h1> Tea   shop </h1><ul><li class=row data-id=007><span class=n>Green</span> <span class=p>1.299,00 €</span>
  <a href="/green">more</a><input type=checkbox checked></li><li class=row><span class=n>Black</span><input type=checkbox><em>sold <b>out</b></em></li></ul>
  <i class=count>12 pieces</i><i class=half>2.5</i><i class=yes>yes</i><pre class=raw>  a\n  b</pre><my-x><template shadowrootmode=closed><u class=deep>deep</u></template></my-x>`;

test("a schema by selectors needs no model", async () => {
  await using t = await fixture();
  const site = t.site(SHOP);
  await t.svc("open", site);
  const schema = {
    title: "h1",
    none: ".none",
    many: [".none"],
    names: ["li .n"],
    count: ".count|integer",
    half: ".half|integer",
    yes: ".yes|boolean",
    raw: ".raw|trim",
    deep: ".deep",
    first: { _: "li", name: ".n", html: "em|html" },
    last: { _: ".nowhere", name: ".n" },
    rows: [
      {
        _: "li.row",
        id: "@data-id",
        name: ".n",
        price: ".p|number",
        url: "a@href|url",
        on: "input@checked|boolean",
        note: { html: "em|html" },
      },
    ],
  };
  const result = {
    title: "Tea shop",
    none: null,
    many: [],
    names: ["Green", "Black"],
    count: 12,
    half: null,
    yes: true,
    raw: "a\n  b",
    deep: "deep",
    first: { name: "Green", html: null },
    last: null,
    rows: [
      { id: "007", name: "Green", price: 1299, url: `${site}green`, on: true, note: { html: null } },
      { id: null, name: "Black", price: null, url: null, on: false, note: { html: "sold <b>out</b>" } },
    ],
  };
  const data = await t.svc("extract", "--schema", JSON.stringify(schema));
  expect(data).toEqual({ url: site, title: "", result });
  const file = write(t.folder, "schema.json", JSON.stringify([{ _: "li", name: ".n" }]));
  expect((await t.svc("extract", "--schema", file)).result).toEqual([{ name: "Green" }, { name: "Black" }]);
  expect(JSON.parse(await t.text("extract", "--schema", file))).toEqual([{ name: "Green" }, { name: "Black" }]);
});

test("what the page itself lacks is taken from its frames", async () => {
  await using t = await fixture();
  await t.svc(
    "open",
    t.site(`<h1>Top</h1><iframe srcdoc="<h1>Inner</h1><p class=x>found</p><i>1</i><i>2</i>"></iframe>`),
  );
  const { result } = await t.svc("extract", "--schema", '{"h":"h1","x":".x","all":["i|number"]}');
  expect(result).toEqual({ h: "Top", x: "found", all: [1, 2] });
});

test("a schema that is none is told by its place", async () => {
  await using t = await fixture();
  await t.svc("open", t.site(SHOP));
  const fails = async (schema: string) => (await t.fails("extract", "--schema", schema)) as Data;
  expect(await fails('{"a":"li >>"}')).toMatchObject({ code: "usage", message: expect.stringContaining("'li >>'") });
  expect(await fails('{"a":".x|float"}')).toMatchObject({ code: "usage", message: expect.stringContaining("'float'") });
  expect(await fails('{"a":[{"name":".n"}]}')).toMatchObject({
    code: "usage",
    message: expect.stringContaining('a[0] needs "_"'),
  });
  expect(await fails('{"a":7}')).toMatchObject({ code: "usage", message: expect.stringContaining("a is 7") });
  expect(await fails('{"a":')).toMatchObject({ code: "usage" });
  expect(await fails(`${t.folder}/missing.json`)).toMatchObject({ code: "not_found" });
  expect(await t.fails("extract", "query", "--schema", '{"a":"h1"}')).toMatchObject({ code: "usage" });
  expect(await t.fails("extract", "--selector", "p", "--schema", '{"a":"h1"}')).toMatchObject({ code: "usage" });
  expect(await t.fails("extract", "what", "--format", "links")).toMatchObject({ code: "usage" });
  expect(await t.fails("extract", "links", "--format", "tables")).toMatchObject({ code: "usage" });
});

test("code keeps its lines, however a highlighter makes them, and its empty ones", async () => {
  await using t = await fixture();
  const body = `<pre><div>npm install</div><div>npm test</div></pre><pre>one<br>two<br><br>four</pre>
    <pre><code style="display:grid"><span>a = 1</span>\n<span></span>\n<span>b = 2</span>\n</code></pre>
    <ul><li>item<pre>x\n\n\n\ny</pre></li></ul>
    <table><tr><td><pre>1\n2</pre></td><td><pre>first\nsecond</pre></td></tr></table>`;
  await t.svc("open", t.site(body));
  const fence = "```";
  expect(await markdownOf(t)).toBe(
    [
      `${fence}\nnpm install\nnpm test\n${fence}`,
      `${fence}\none\ntwo\n\nfour\n${fence}`,
      `${fence}\na = 1\n\nb = 2\n${fence}`,
      `- item\n\n  ${fence}\n  x\n\n\n\n  y\n  ${fence}`,
      `${fence}\nfirst\nsecond\n${fence}`,
    ].join("\n\n"),
  );
});

test("long runs of spaces and empty lines are read like any text", async () => {
  await using t = await fixture();
  const run = 200_000;
  const fences = "```\n".repeat(2_000);
  const body = `<p>a${"&nbsp;".repeat(run)}b</p><pre>c${"\n".repeat(run)}d</pre><pre>${fences}</pre><p>end</p>`;
  await t.svc("open", t.site(body));
  const { markdown } = (await t.svc("extract", "--max-tokens", "1000000")) as { markdown: string };
  expect(markdown).toStartWith("a");
  expect(markdown).toEndWith("````\n\nend");
  expect((await t.svc("extract", "text", "--max-tokens", "1000000")).text).toEndWith("end");
});

test("a link around blocks stays one link, on its heading or its first words", async () => {
  await using t = await fixture();
  const card = (inner: string) => `<a href="/p(1)" style="display:block">${inner}</a>`;
  const picture = '<div><img src="/i.png" alt="A shoe"></div>';
  const site = t.site(
    [
      card(`${picture}<div>Shoe</div><div>$10</div>`),
      card(`<div>shop.example</div><h3>Result</h3><p>What it says</p>`),
      card(`${picture}${picture}`),
      `<h2 id=x><a href="#x">Here</a></h2>`,
    ].join(""),
  );
  await t.svc("open", site);
  const { links } = (await t.svc("extract", "links")) as { links: { text: string }[] };
  expect(links.map(({ text }) => text)).toEqual(["Shoe $10", "shop.example Result What it says", "A shoe", "Here"]);
  const [image, address] = [`![A shoe](${site}i.png)`, `${site}p\\(1\\)`];
  expect(await markdownOf(t)).toBe(
    [
      `${image}\n\n[Shoe](${address})\n\n$10`,
      `shop.example\n\n### [Result](${address})\n\nWhat it says`,
      `[${image}](${address})\n\n${image}`,
      "## Here",
    ].join("\n\n"),
  );
});

test("a list of entries is no article that would lose who wrote them", async () => {
  await using t = await fixture();
  const post = (n: number) =>
    `<div class=post><div class=author><a href="/u${n}">user${n}</a> <span>${n} days ago</span></div>
     <div class=body><p>Answer ${n}: ${PROSE}</p></div><div><a href="/like${n}">Like</a></div></div>`;
  await t.svc("open", t.site(`<title>Eggs</title><h1>How to boil eggs?</h1>${[1, 2, 3, 4].map(post).join("")}`));
  const { source, markdown } = (await t.svc("extract")) as { source: string; markdown: string };
  expect(source).toBe("page");
  for (const n of [1, 2, 3, 4]) expect(markdown).toMatch(new RegExp(`\\[user${n}\\]\\(http:.*\\) ${n} days ago`));
});

test("an article keeps headings that stand beside a link", async () => {
  await using t = await fixture();
  const part = (n: number) =>
    `<div class=heading><h2>Part ${n}</h2><span>[<a href="/edit${n}">edit</a>]</span></div><p>${PROSE}</p><p>${PROSE}</p>`;
  await t.svc("open", t.site(`<title>Harbours</title><div>${[1, 2, 3].map(part).join("")}</div>`));
  const { source, markdown } = (await t.svc("extract")) as { source: string; markdown: string };
  expect(source).toBe("article");
  for (const n of [1, 2, 3]) expect(markdown).toContain(`## Part ${n}\n\nThe harbour`);
});

test("an article keeps which tasks of a list are done", async () => {
  await using t = await fixture();
  const tasks = `<ul><li><input type=checkbox checked> Ship it</li><li><input type=checkbox> Rest</li></ul>`;
  await t.svc("open", t.site(`<title>Plan</title><article><p>${PROSE}</p>${tasks}<p>${PROSE}</p></article>`));
  const { source, markdown } = (await t.svc("extract")) as { source: string; markdown: string };
  expect(source).toBe("article");
  expect(markdown).toMatch(/- \[x\] +Ship it\n- \[ \] +Rest/);
});

test("an article is looked for in what is marked as main", async () => {
  await using t = await fixture();
  const around = `<header><a href="/">The Daily</a></header><nav><a href="/x">Elsewhere</a></nav>`;
  const card = (n: number) => `<a href="/p/${n}"><div><div>Shoe model ${n}</div><div>$${n}.99</div></div></a>`;
  const cards = Array.from({ length: 24 }, (_, n) => card(n)).join("");
  await t.svc("open", t.site(`<title>Shop</title>${around}<main><h1>Goods</h1><div>${cards}</div></main>`));
  const markdown = await markdownOf(t);
  expect(markdown).toContain("Goods");
  expect(markdown).not.toMatch(/The Daily|Elsewhere/);
});

test("powers stay powers, and line breaks in cells separate words", async () => {
  await using t = await fixture();
  await t.svc("open", t.site("<p>10<sup>6</sup> on the 1<sup>st</sup></p>"));
  expect(await markdownOf(t)).toBe("10^6 on the 1st");
  expect((await t.svc("extract", "text")).text).toBe("10^6 on the 1st");
  await t.svc("open", t.site("<table><tr><th>a<th>b<tr><td>one<br>two<td><p>three</p><p>four</p></table>"));
  expect((await t.svc("extract", "tables")).tables[0].rows).toEqual([{ a: "one two", b: "three four" }]);
});
