/** One agent session: its timeline beside its browser, with questions, answers and further tasks. */
import { useMemo, useRef } from "preact/hooks";
import { call } from "../../api/client.ts";
import type { SessionResponse } from "../../api/v3.gen.ts";
import { say } from "../../app/notices.tsx";
import { Action, Copy, LinkButton } from "../../components/action.tsx";
import { sendsForm } from "../../components/fields.tsx";
import { Block, cost, count, counted, Time } from "../../components/format.tsx";
import { Loaded, useTitle } from "../../components/page.tsx";
import { NEVER, usePolled } from "../../hooks/polled.ts";
import { entriesOf } from "./entries.ts";
import { useFollowed } from "./followed.ts";
import { StateBadge, stop } from "./sessions.tsx";
import { type Control, Stage, useControl } from "./stage.tsx";
import { startDialog } from "./start.ts";
import { isLive, STATES, stateOf, textOf, titleOf } from "./state.ts";
import { Timeline } from "./timeline.tsx";

export function SessionView({ id }: { id: string }) {
  // Read once; later changes arrive as events.
  const first = usePolled(() => call("GET /v3/sessions/{session_id}", { path: [id] }), [], NEVER);
  return <Loaded of={first}>{(session) => <SessionPage first={session} />}</Loaded>;
}

function SessionPage({ first }: { first: SessionResponse }) {
  const { session, messages, pictures } = useFollowed(first);
  const control = useControl(session.liveUrl);
  const entries = useMemo(() => entriesOf(messages, pictures), [messages, pictures]);
  const firstTask = messages.find(({ type }) => type === "user_message")?.data ?? "";
  useTitle(STATES[stateOf(session)], titleOf(session));
  return (
    <div class="session">
      <div class="top">
        <div>
          <h1>{titleOf(session)}</h1>
          <Facts session={session} />
        </div>
        <Buttons session={session} control={control} />
      </div>
      <Notice session={session} control={control} />
      <Outcome session={session} />
      <div class="sides">
        <Stage session={session} control={control} />
        <section class="card steps">
          <h2>Steps</h2>
          <Timeline sessionId={session.id} entries={entries} />
          <Foot session={session} firstTask={firstTask} />
        </section>
      </div>
    </div>
  );
}

function Facts({ session }: { session: SessionResponse }) {
  const { model, stepCount, totalInputTokens, totalOutputTokens, totalCostUsd, createdAt } = session;
  return (
    <p class="soft facts">
      <StateBadge session={session} />
      <span>{model}</span>
      <span>{counted(stepCount, "step")}</span>
      <span>{`${count(totalInputTokens + totalOutputTokens)} tokens`}</span>
      <span>{cost(totalCostUsd)}</span>
      <span>
        <Time at={createdAt} />
      </span>
    </p>
  );
}

function Buttons({ session, control }: { session: SessionResponse; control: Control }) {
  const { id, status, workspaceId } = session;
  const { verb, press } = control;
  // Buttons do not reload the session: events report the result, and an answer may be older than the latest event.
  return (
    <span class="buttons-row">
      <LinkButton words="All sessions" href="#/sessions" />
      <Copy words="Copy id" text={id} of="of this session" />
      {workspaceId && <LinkButton words="Files" href={`#/workspaces/${workspaceId}`} />}
      <button type="button" class="quiet" hidden={!verb} onClick={press}>
        {verb ?? "Take over"}
      </button>
      {(status === "running" || status === "created") && (
        <Action words="Stop the task" kind="bad" run={() => stop(id, "task")} />
      )}
      {isLive(session) && <Action words="Stop the session" run={() => stop(id, "session")} />}
    </span>
  );
}

/** Sends a task to an idle session, or the answer to a question of a running one. */
const sendTask = (sessionId: string, task: string) => call("POST /v3/sessions", { body: { sessionId, task } });

function Notice({ session: { id, status, question }, control }: { session: SessionResponse; control: Control }) {
  if (status !== "running") return null;
  if (question !== null)
    return (
      <div class="part" key={question}>
        <h2>The agent asks you</h2>
        <Block text={question} />
        <Sender label="Answer" verb="Answer" send={(text) => sendTask(id, text)} />
        <p class="soft">Or do it yourself: take over the browser, and release it when you are done.</p>
      </div>
    );
  if (control.verb !== "Release control") return null;
  return (
    <div class="part">
      <p>You have control of the browser. The agent waits until you release it.</p>
    </div>
  );
}

function Outcome({ session }: { session: SessionResponse }) {
  const { status, isTaskSuccessful, output, endReason } = session;
  if (status === "running" || status === "created" || (isTaskSuccessful === null && endReason === null)) return null;
  const text = textOf(output) ?? "";
  return (
    <div class={isTaskSuccessful ? "part outcome good" : "part outcome"}>
      <div class="top">
        <h2>{isTaskSuccessful ? "Done" : isTaskSuccessful === false ? "Not done" : "Ended"}</h2>
        {text !== "" && <Copy text={text} of="the answer" />}
      </div>
      {text !== "" && <Block text={text} />}
      {endReason && <p class={text === "" ? "" : "soft"}>{endReason}</p>}
    </div>
  );
}

function Foot({ session, firstTask }: { session: SessionResponse; firstTask: string }) {
  const { id, status } = session;
  if (status !== "idle" && isLive(session)) return null;
  return (
    <div class="part">
      {status === "idle" ? (
        <Sender label="Another task for this session" verb="Send" send={(text) => sendTask(id, text)} />
      ) : (
        <Action words="Start a similar session" run={() => startDialog(firstTask)} />
      )}
    </div>
  );
}

interface SenderProps {
  label: string;
  verb: string;
  send(text: string): Promise<unknown>;
}

/** A text field with a button. It keeps the text if sending fails. */
function Sender({ label, verb, send }: SenderProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const [words, submits] = [field.current, button.current];
    if (!words || !submits || words.value.trim() === "") return;
    submits.disabled = true;
    try {
      await send(words.value);
      words.value = "";
    } catch (error) {
      say((error as Error).message);
    } finally {
      submits.disabled = false;
    }
  };
  return (
    <form class="sender" onSubmit={submit}>
      <textarea aria-label={label} placeholder={label} rows={1} required onKeyDown={sendsForm} ref={field} />
      <button type="submit" title="Ctrl+Enter" ref={button}>
        {verb}
      </button>
    </form>
  );
}
