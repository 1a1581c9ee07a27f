import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

const BODY = `
<nav class="navbar navbar-expand-lg bg-body-tertiary"><div class=container-fluid><a class=navbar-brand href=#>Shop</a>
  <div class=dropdown><button class="btn btn-secondary dropdown-toggle" data-bs-toggle=dropdown>Account</button>
    <ul class=dropdown-menu><li><a class=dropdown-item href=# data-log=profile>Profile</a></li><li><a class=dropdown-item href=# data-log=orders>Orders</a></li><li><hr class=dropdown-divider></li><li><a class="dropdown-item disabled">Admin</a></li></ul></div>
  <button class="btn btn-outline-primary" data-bs-toggle=offcanvas data-bs-target=#cart>Cart</button></div></nav>
<div class="container py-2"><div class=row><div class=col-6>
  <button class="btn btn-danger" data-bs-toggle=modal data-bs-target=#sure>Close account</button>
  <button class="btn btn-info" id=notify>Notify</button>
  <button class="btn btn-light" data-bs-toggle=tooltip title="Saves a draft">Save</button>
  <button class="btn btn-light" data-bs-toggle=popover title="Delivery" data-bs-content="Two working days">When?</button>
  <button class="btn btn-light" data-bs-toggle=button id=bold>Bold</button>
  <ul class="nav nav-tabs mt-2"><li class=nav-item><button class="nav-link active" data-bs-toggle=tab data-bs-target=#t1>Details</button></li><li class=nav-item><button class=nav-link data-bs-toggle=tab data-bs-target=#t2>Reviews</button></li></ul>
  <div class=tab-content><div class="tab-pane fade show active" id=t1>A fine lamp</div><div class="tab-pane fade" id=t2>Five stars</div></div>
  <div class="accordion mt-2" id=faq>
    <div class=accordion-item><h2 class=accordion-header><button class="accordion-button collapsed" data-bs-toggle=collapse data-bs-target=#q1>How to pay?</button></h2><div id=q1 class="accordion-collapse collapse" data-bs-parent=#faq><div class=accordion-body>By card</div></div></div>
    <div class=accordion-item><h2 class=accordion-header><button class="accordion-button collapsed" data-bs-toggle=collapse data-bs-target=#q2>How to return?</button></h2><div id=q2 class="accordion-collapse collapse" data-bs-parent=#faq><div class=accordion-body>By post</div></div></div>
  </div>
  <div class="alert alert-warning alert-dismissible fade show mt-2" role=alert>Stock is low<button class=btn-close data-bs-dismiss=alert aria-label=Close></button></div>
</div><div class=col-6>
  <div id=lamps class="carousel slide"><div class=carousel-inner><div class="carousel-item active"><div class="p-5 bg-light">Red lamp</div></div><div class=carousel-item><div class="p-5 bg-light">Blue lamp</div></div></div>
    <button class=carousel-control-prev data-bs-target=#lamps data-bs-slide=prev><span class=carousel-control-prev-icon aria-hidden=true></span><span class=visually-hidden>Previous</span></button>
    <button class=carousel-control-next data-bs-target=#lamps data-bs-slide=next><span class=carousel-control-next-icon aria-hidden=true></span><span class=visually-hidden>Next</span></button></div>
  <form class="needs-validation mt-2" novalidate id=form>
    <div class=form-floating><input class=form-control id=mail type=email placeholder=Email required><label for=mail>Email address</label><div class=invalid-feedback>Please give an address</div></div>
    <div class="form-check form-switch"><input class=form-check-input type=checkbox role=switch id=news><label class=form-check-label for=news>Newsletter</label></div>
    <div class=btn-group role=group><input type=radio class=btn-check name=size id=s1 autocomplete=off checked><label class="btn btn-outline-primary" for=s1>Small</label><input type=radio class=btn-check name=size id=s2 autocomplete=off><label class="btn btn-outline-primary" for=s2>Large</label></div>
    <label for=range class=form-label>Brightness</label><input type=range class=form-range id=range min=0 max=10 value=2>
    <button class="btn btn-primary">Send</button></form>
</div></div></div>
<div class="modal fade" id=sure tabindex=-1 aria-labelledby=sureTitle><div class=modal-dialog><div class=modal-content><div class=modal-header><h1 class="modal-title fs-5" id=sureTitle>Are you sure?</h1><button class=btn-close data-bs-dismiss=modal aria-label=Close></button></div><div class=modal-body>Your orders will be lost.</div><div class=modal-footer><button class="btn btn-secondary" data-bs-dismiss=modal>Cancel</button><button class="btn btn-danger" data-bs-dismiss=modal data-log=closed>Yes, close it</button></div></div></div></div>
<div class="offcanvas offcanvas-end" tabindex=-1 id=cart aria-labelledby=cartTitle><div class=offcanvas-header><h5 id=cartTitle>Your cart</h5><button class=btn-close data-bs-dismiss=offcanvas aria-label="Close cart"></button></div><div class=offcanvas-body>One lamp <button class="btn btn-success" data-log=paid>Pay</button></div></div>
<div class="toast-container position-fixed bottom-0 end-0 p-3"><div id=toast class=toast role=alert><div class=toast-header><strong class=me-auto>Mail</strong><button class=btn-close data-bs-dismiss=toast aria-label="Close message"></button></div><div class=toast-body>You have a letter</div></div></div>
<script>
  const log = [];
  addEventListener("click", ({ target }) => target.dataset.log && log.push(target.dataset.log));
  for (const kind of ["shown.bs.modal", "hidden.bs.modal", "shown.bs.tab", "hidden.bs.toast", "closed.bs.alert", "shown.bs.collapse", "hidden.bs.offcanvas"]) addEventListener(kind, ({ target }) => log.push(kind.replace(".bs.", " ") + " " + (target.id || target.textContent)));
  for (const one of document.querySelectorAll("[data-bs-toggle=tooltip]")) new bootstrap.Tooltip(one);
  for (const one of document.querySelectorAll("[data-bs-toggle=popover]")) new bootstrap.Popover(one);
  notify.onclick = () => bootstrap.Toast.getOrCreateInstance(toast, { autohide: false }).show();
  form.onsubmit = (event) => { event.preventDefault(); form.classList.add("was-validated"); if (form.checkValidity()) log.push("sent " + mail.value); };
</script>`;

widgets(
  "Bootstrap",
  {
    styles: ["bootstrap/dist/css/bootstrap.css"],
    scripts: ["bootstrap/dist/js/bootstrap.bundle.js"],
    body: BODY,
  },
  {
    "opens a dropdown and chooses": async ({ svc, holds }) => {
      await svc("click", { button: "Account" });
      await svc("click", { link: "Orders" });
      await holds("log", ["orders"]);
    },
    "confirms in a modal": async ({ svc, tree, holds }) => {
      await svc("click", { button: "Close account" });
      expect(tree()).toContain("Your orders will be lost.");
      await svc("click", { button: "Yes, close it" });
      expect(tree()).not.toContain("Your orders will be lost.");
      await holds("log.includes('closed') && !document.querySelector('.modal.show')", true);
    },
    "cancels a modal by Escape": async ({ svc, tree, holds }) => {
      await svc("click", { button: "Close account" });
      await svc("keys", "Escape");
      expect(tree()).not.toContain("Are you sure?");
      await holds("log", ["shown modal sure", "hidden modal sure"]);
    },
    "switches tabs": async ({ svc, tree }) => {
      await svc("click", { tab: "Reviews" });
      expect(tree()).toContain("Five stars");
      expect(tree()).not.toContain("A fine lamp");
    },
    "opens one accordion section after the other": async ({ svc, tree }) => {
      await svc("click", { button: "How to pay?" });
      expect(tree()).toContain("By card");
      await svc("click", { button: "How to return?" });
      expect(tree()).toContain("By post");
      expect(tree()).not.toContain("By card");
    },
    "clicks in an offcanvas panel and closes it": async ({ svc, tree, holds }) => {
      await svc("click", { button: "Cart" });
      expect(tree()).toContain("One lamp");
      await svc("click", { button: "Pay" });
      await svc("click", { button: "Close cart" });
      expect(tree()).not.toContain("One lamp");
      await holds("log", ["paid", "hidden offcanvas cart"]);
    },
    "reads a toast and closes it": async ({ svc, tree, holds }) => {
      await svc("click", { button: "Notify" });
      expect(tree()).toContain("You have a letter");
      await svc("click", { button: "Close message" });
      expect(tree()).not.toContain("You have a letter");
      await holds("log", ["hidden toast toast"]);
    },
    "reads a tooltip": async ({ svc, tree }) => {
      await svc("hover", { button: /Save/ });
      expect(tree().match(/Saves a draft/g)?.length).toBeGreaterThan(0);
    },
    "reads a popover": async ({ svc, tree }) => {
      await svc("click", { button: "When?" });
      expect(tree()).toContain("Two working days");
    },
    "moves the carousel": async ({ svc, tree, holds }) => {
      await svc("click", { button: "Next" });
      expect(tree()).toContain("Blue lamp");
      expect(tree()).not.toContain("Red lamp");
      await holds("document.querySelector('.carousel-item.active').innerText", "Blue lamp");
    },
    "dismisses an alert": async ({ svc, tree }) => {
      await svc("click", { button: "Close" });
      expect(tree()).not.toContain("Stock is low");
    },
    "presses a toggle button": async ({ svc, find }) => {
      await svc("click", { button: "Bold" });
      expect(find({ button: "Bold" }).states).toContain("pressed");
    },
    "shows what a form lacks, then submits it": async ({ svc, tree, holds }) => {
      await svc("click", { button: "Send" });
      expect(tree()).toContain("Please give an address");
      await svc("input", { textbox: "Email address" }, "ann@example.com");
      expect(tree()).not.toContain("Please give an address");
      await svc("click", { button: "Send" });
      await holds("log", ["sent ann@example.com"]);
    },
    "sets a switch, a radio button and a range": async ({ svc, holds }) => {
      await svc("check", { switch: "Newsletter" });
      await svc("check", { radio: "Large" });
      await svc("input", { slider: "Brightness" }, "7");
      await holds("[news.checked, s2.checked, range.value]", [true, true, "7"]);
    },
  },
);
