/** A job application: a plain file field, and a second one behind a button that looks like a link. */
import { html, page, raw } from "../html.ts";
import { call, done, fill, look, press } from "../oracle.ts";
import { redirect, type Site } from "../site.ts";
import { differs, type Task, task } from "../task.ts";

interface State {
  applications: { name: string; job: string; files: Record<string, string> }[];
}

const CV = "Nadia Rahman\nData engineer, 9 years\nRef CV-7731\n";
const LETTER = "Dear team,\nI read about the position in Utrecht.\nRef L-2209\n";

function site(): Site<State> {
  const state: State = { applications: [] };
  return {
    state,
    routes: {
      "GET /": () =>
        page(
          "Vacatures – Waterlijn",
          html`<h1>Solliciteren bij Waterlijn</h1><form method="post" action="/apply" enctype="multipart/form-data">
<label>Naam <input name="name" required></label>
<label>Functie <select name="job"><option>Data engineer – Rotterdam</option><option>Data engineer – Utrecht</option><option>Planner – Utrecht</option></select></label>
<label>Curriculum vitae <input type="file" name="cv"></label>
<div class="row">Motivatiebrief <button type="button" class="link" onclick="letter.click()">bestand kiezen</button> <span id="chosen">geen bestand</span>
<input type="file" name="letter" id="letter" hidden></div>
<button>Versturen</button></form>${raw('<script>letter.onchange = () => (chosen.textContent = letter.files[0]?.name ?? "geen bestand")</script>')}`,
          {
            style:
              "body{font:16px Trebuchet MS;margin:2em}label,.row{display:block;margin:1em 0}.link{border:0;background:none;color:#06c;text-decoration:underline}",
            lang: "nl",
          },
        ),
      "POST /apply": async ({ form, fields }) => {
        const files: Record<string, string> = {};
        for (const [field, file] of fields)
          if (typeof file !== "string" && file.size > 0) files[field] = await file.text();
        state.applications.push({ name: form.name ?? "", job: form.job ?? "", files });
        return redirect("/bedankt");
      },
      "GET /bedankt": () => {
        const last = state.applications.at(-1);
        return page(
          "Bedankt",
          html`<h1>Bedankt!</h1><p>Ontvangen bestanden: ${Object.keys(last?.files ?? {}).length}</p>`,
          { lang: "nl" },
        );
      },
    },
  };
}

const WANTED = { name: "Nadia Rahman", job: "Data engineer – Utrecht", files: { cv: CV, letter: LETTER } };

export const tasks: readonly Task[] = [
  task<State>({
    name: "careers-two-files",
    kind: "files",
    words:
      "Apply for the job as data engineer in Utrecht on behalf of Nadia Rahman. Attach cv-nadia.txt as the CV and letter-utrecht.txt as the cover letter.",
    files: { "cv-nadia.txt": CV, "letter-utrecht.txt": LETTER, "letter-rotterdam.txt": "Dear team,\nRotterdam!\n" },
    site,
    check: ({ applications }) => differs("applications", applications, [WANTED]),
    wrong: [
      (state) => void state.applications.push({ ...WANTED, files: { cv: LETTER, letter: CV } }),
      (state) => void state.applications.push({ ...WANTED, files: { cv: CV } as unknown as typeof WANTED.files }),
    ],
    oracle: [
      look(),
      fill("Naam=Nadia Rahman", "Functie=Data engineer – Utrecht"),
      call("upload", { paths: ["cv-nadia.txt"], label: "Curriculum vitae" }),
      call("upload", { paths: ["letter-utrecht.txt"], text: "bestand kiezen" }),
      press("button", "Versturen"),
      done("The application is sent with both files.", "Ontvangen bestanden: 2"),
    ],
  }),
];
