/** What the sites share: making elements, asking the server, short messages. */
const $ = (selector, root = document) => root.querySelector(selector);

const el = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

/** The server notes what it is told and answers after `ms`. */
const api = async (what, body = {}, ms = 150) => {
  const answer = await fetch(`/api/${what}?ms=${ms}`, { method: "POST", body: JSON.stringify(body) });
  return await answer.json();
};

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A message at the edge of the window that goes by itself. */
const toast = (text) => {
  const box = el("div", { className: "toast", textContent: text });
  box.setAttribute("role", "status");
  document.body.append(box);
  setTimeout(() => box.remove(), 6_000);
};

/** A modal dialog that fades in. Resolves with the value of the button that closed it. */
const ask = (title, buttons, ...content) =>
  new Promise((resolve) => {
    const dialog = el("dialog", {}, el("h2", { textContent: title }), ...content);
    const row = el("div", { className: "row" });
    for (const name of buttons)
      row.append(
        el("button", {
          textContent: name,
          onclick() {
            dialog.close();
            dialog.remove();
            resolve(name);
          },
        }),
      );
    dialog.append(row);
    document.body.append(dialog);
    dialog.showModal();
    dialog.animate([{ opacity: 0 }, { opacity: 1 }], 180);
  });

document.head.append(
  el("style", {
    textContent: `body { font: 15px/1.4 sans-serif; margin: 16px; max-width: 1100px }
.row { display: flex; gap: 8px; align-items: center; flex-wrap: wrap }
.grid { display: grid; grid-template-columns: repeat(4, 1fr); gap: 12px }
.card { border: 1px solid #bbb; border-radius: 6px; padding: 8px }
.toast { position: fixed; right: 16px; bottom: 16px; background: #222; color: #fff; padding: 10px 14px }
.error { color: #b00 } table { border-collapse: collapse } td, th { border: 1px solid #ccc; padding: 3px 8px }
label { display: block; margin: 6px 0 } nav a { margin-right: 12px }`,
  }),
);
