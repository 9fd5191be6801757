import type { WaitingCall } from '@/lib/domain/call/call'
import type { Picture } from '@/lib/domain/call/picture'
import type { Preview } from '@/lib/domain/call/preview'
import type { MessageFile } from '@/lib/domain/run/message'
import { aSession, aView } from '../factories'
import type { GalleryState } from './gallery-state'
import { digestOf, entry, invocation, tellOf, waitingOn } from './made-up'

const OWN = { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'Countersign' }

const PAGE = 'https://nodejs.org/en/blog/release/v24.11.0'

const fetching: Partial<WaitingCall> = {
  tool: 'fetch_url',
  proposed: invocation('fetch_url', { url: PAGE }),
  risk: { level: 'medium', reasons: [] },
  preview: {
    kind: 'request',
    summary: `GET ${PAGE}`,
    preconditions: [],
    request: { method: 'GET', url: PAGE, headers: OWN },
  },
}

const ANSWER = `HTTP 200 OK · text/html; charset=utf-8 · 41,907 bytes · ${PAGE}

Node.js 24.11.0 (LTS)

This release marks the transition of Node.js 24.x into Long Term Support (LTS) with the codename “Krypton”.

Notable changes [https://nodejs.org/en/blog/release/v24.11.0#notable-changes]`

type Sent = NonNullable<Preview['request']>

const TOLD = 'The release notes for 2.0 are ready to be read: docs/releases/2.0.md'

const telling = (channel: string, kind: string, request: Sent): Partial<WaitingCall> => ({
  tool: 'send_message',
  proposed: invocation('send_message', { channel, text: TOLD }),
  risk: { level: 'high', reasons: [`Sends a message to ${channel}`] },
  preview: {
    kind: 'request',
    summary: `Send ${TOLD.length} characters to ${channel} (${kind})`,
    request,
    preconditions: [{ path: `channel ${channel}`, hash: digestOf(4) }],
  },
})

const SLACK: Sent = {
  method: 'POST',
  url: 'https://hooks.slack.com/… (from SLACK_RELEASES)',
  headers: { 'content-type': 'application/json', 'user-agent': 'Countersign' },
  body: JSON.stringify({ text: TOLD }),
}

const MAIL: Sent = {
  method: 'MAIL',
  url: 'smtps://mail.example.com:465',
  body: TOLD,
  headers: {
    From: 'countersign@example.com',
    To: 'team@example.com, press@example.com',
    Subject: 'Countersign: Release notes',
  },
}

const picture = (index: number, [width, height]: [number, number]): Picture => ({
  hash: digestOf(index),
  mediaType: 'image/webp',
  width,
  height,
  bytes: 84_120,
})

const ATTACHED: MessageFile[] = [
  { name: 'The page as it looks on my phone.png', ...picture(5, [480, 300]) },
  { name: 'On my desk.png', ...picture(6, [1280, 800]) },
  {
    name: 'Style guide, third edition.pdf',
    mediaType: 'application/pdf',
    hash: digestOf(7),
    bytes: 1_204_333,
  },
]

const REQUEST = {
  method: 'POST',
  url: 'https://tracker.example.com/api/issues?project=countersign',
  headers: { 'content-type': 'application/json', 'user-agent': 'Countersign', accept: '*/*' },
  body: '{"title":"Release notes are missing"}',
}

/** What goes out or comes from elsewhere: requests, messages, pictures. */
export const OUTWARD_STATES: Record<string, () => GalleryState> = {
  'a-request': () =>
    waitingOn({
      tool: 'fetch_url',
      proposed: invocation('fetch_url', { url: REQUEST.url, method: 'POST', body: REQUEST.body }),
      risk: { level: 'high', reasons: ['POST may change data', 'Sends a request body'] },
      digest: digestOf(1),
      preview: { kind: 'request', summary: `POST ${REQUEST.url}`, request: REQUEST, preconditions: [] },
    }),
  'a-fetch': () => waitingOn(fetching),
  'a-fetch-that-ran': () => tellOf(fetching, { text: ANSWER }),
  'a-message-to-send': () => waitingOn(telling('releases', 'slack', SLACK)),
  'a-mail-to-send': () => waitingOn(telling('team', 'smtp', MAIL)),
  'a-result-with-a-picture': () =>
    tellOf(
      {
        tool: 'browser__screenshot',
        source: 'mcp:browser',
        proposed: invocation('browser__screenshot', { url: 'http://localhost:3000/releases' }),
        preview: { kind: 'mcp', summary: 'Call screenshot of the server browser', preconditions: [] },
      },
      { text: 'The page as it is.\n[picture 1280×800]', images: [picture(8, [1280, 800])] },
    ),
  'attached-picture-and-pdf': () => ({
    view: aView({
      session: aSession({ title: 'Release notes' }),
      transcript: [
        entry('user', 'Why does the heading stick out? It has to look as in the style guide.', {
          attachments: ATTACHED,
        }),
      ],
    }),
  }),
}
