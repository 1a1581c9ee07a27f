/** One browser: its live view while it runs, its recording afterwards, and its downloads. */
import { call, here } from "../../api/client.ts";
import type { BrowserDownloadFile, BrowserDownloadListResponse, BrowserSessionView } from "../../api/v3.gen.ts";
import { Action, Copy, LinkButton } from "../../components/action.tsx";
import { ShortId, size, Time } from "../../components/format.tsx";
import { LiveFrame, Recording } from "../../components/media.tsx";
import { Loaded, useTitle } from "../../components/page.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { usePolled } from "../../hooks/polled.ts";
import { stop } from "./stop.ts";

export function BrowserView({ id }: { id: string }) {
  const polled = usePolled(() =>
    Promise.all([
      call("GET /v3/browsers/{session_id}", { path: [id] }),
      call("GET /v3/browsers/{session_id}/downloads", { path: [id], query: { includeUrls: true, limit: 100 } }),
    ]),
  );
  useTitle(`Browser ${id.slice(0, 8)}`);
  return (
    <Loaded of={polled}>
      {([record, downloads]) => (
        <>
          <div class="top">
            <h1>
              Browser <ShortId id={id} />
            </h1>
            <Buttons record={record} reload={polled.reload} />
          </div>
          {record.liveUrl === null ? (
            <Film record={record} />
          ) : (
            <LiveFrame label={`Live view of the browser ${id}`} address={record.liveUrl} />
          )}
          <Facts record={record} />
          <Downloads downloads={downloads} />
        </>
      )}
    </Loaded>
  );
}

function Buttons({ record, reload }: { record: BrowserSessionView; reload(): Promise<void> }) {
  const { id, liveUrl, readOnlyLiveUrl, cdpUrl } = record;
  const stopping = async () => {
    await stop(id);
    await reload();
  };
  return (
    <span class="buttons-row">
      <LinkButton words="All browsers" href="#/browsers" />
      <Copy words="Copy id" text={id} of="of this browser" />
      {cdpUrl && <Copy words="Copy CDP URL" text={cdpUrl} of="(anyone with it controls the browser)" />}
      {readOnlyLiveUrl && <Copy words="Copy read-only link" text={readOnlyLiveUrl} of="(without input)" />}
      {liveUrl && (
        <>
          <a class="button quiet" href={here(liveUrl)} target="_blank" rel="noreferrer">
            Open in a new tab
          </a>
          <Action words="Stop" kind="bad" run={stopping} />
        </>
      )}
    </span>
  );
}

function Film({ record: { recordingUrl } }: { record: BrowserSessionView }) {
  if (recordingUrl === null) return <p class="empty card">This browser has ended.</p>;
  const address = here(recordingUrl);
  return (
    <div class="card">
      <h2>Recording</h2>
      <Recording address={address} />
      <p>
        <a class="button quiet" href={address} download="">
          Download the recording
        </a>
      </p>
    </div>
  );
}

function Facts({ record }: { record: BrowserSessionView }) {
  const { startedAt, finishedAt, timeoutAt, profileError } = record;
  return (
    <>
      <p class="soft">
        Started: <Time at={startedAt} />
        {finishedAt === null ? "; stopped at the latest: " : "; ended: "}
        <Time at={finishedAt ?? timeoutAt} />.
      </p>
      {profileError !== null && (
        <p class="error">{`The state of this browser was not saved to its profile: ${profileError}.`}</p>
      )}
    </>
  );
}

const COLUMNS: Column<BrowserDownloadFile>[] = [
  ["File", ({ path }) => path],
  ["Size", (file) => size(file.size)],
  ["Created", ({ lastModified }) => <Time at={lastModified} />],
  ["", ({ path, url }) => url !== null && <LinkButton words="Download" href={url} of={path} />],
];

function Downloads({ downloads: { files, hasMore } }: { downloads: BrowserDownloadListResponse }) {
  const none = "This browser has no downloads.";
  return (
    <div class="card">
      <h2>Downloads</h2>
      <Table items={files} columns={COLUMNS} keyOf={({ path }) => path} none={none} />
      {hasMore && <p class="soft">Only the first 100 downloads are shown. The API lists all of them.</p>}
    </div>
  );
}
