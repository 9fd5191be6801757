import type { Author } from '@/lib/domain/contract/person-item'
import { fieldFault, Refusal, refuse, refuseField } from '@/lib/domain/contract/problem'
import { MOST_ATTACHED_BYTES, MOST_ATTACHED_TEXT } from '@/lib/domain/run/attachment'
import type { Attachment, MessageFile, NewMessage, QueueItem, QueueMode } from '@/lib/domain/run/message'
import type { RunRow } from '@/lib/domain/run/run'
import { NEW_TITLE, titleFrom } from '@/lib/domain/session/session'
import type { Skill } from '@/lib/domain/skills/skill'
import { type CodedText, plain } from '@/lib/messages/phrase'
import { sha256 } from '@/lib/record/digest'
import { type AttachmentContent, insertAttachments } from '@/lib/store/call/contents'
import type { OnceKey } from '@/lib/store/installation/idempotency-key'
import { hasEntries } from '@/lib/store/session/entry'
import { saveSessionSettings } from '@/lib/store/session/session'
import { sessionOf } from '@/lib/store/session/session-status'
import type { OpenRun } from '@/lib/store/session/session-work'
import { plainName } from '@/lib/text/hidden-characters'
import { truncate } from '@/lib/text/truncate'
import { isPdf, READ_PDF } from '@/lib/tools/files/read-pdf'
import { utf8Text } from '@/lib/tools/files/text-content'
import { type EncodedImage, encodeImage, imageFormat } from '@/lib/tools/pictures/encode-image'
import { keptImage } from '../calls/keep-pictures'
import { endRun } from '../loop/end-run'
import { storeInput } from '../loop/store-input'
import type { Deps } from '../process/deps'
import { skillAsked, tellSkill } from '../request/skill-list'
import { addUserEntry } from '../write/add-entry'
import { changeRun, queueRun } from '../write/changes'
import { mask } from '../write/mask'
import type { Write } from '../write/write'
import { whyNoLevel } from './session-settings'

export type Accepted = { runId: string; messageId: string; acceptedAt: string }

type IntakeCommand = {
  sessionId: string
  message: NewMessage
  by: Author
  /** Also a text that looks as if it asked for a skill is sent as it is. */
  isPlain?: boolean
  once?: OnceKey | undefined
}

const QUEUE_CAP = 20

/**
 * The one way in for what people say, whichever door it comes through. It is stored before it is
 * acknowledged, without the secrets in it; an idle session gets a Run at once, an active one keeps it as its queue mode says.
 */
export async function intake(deps: Deps, command: IntakeCommand): Promise<Accepted | Refusal> {
  const { sessionId } = command
  const { attachments = [], ...message } = command.message
  const model = message.overrides?.model ? deps.models.find(message.overrides.model) : null
  if (model?.kind === 'refused') return refuseField('/overrides/model', model.reason)
  const skill = command.isPlain ? null : await skillAsked(deps, { sessionId, text: message.text })
  if (skill instanceof Refusal) return skill
  const prepared = await prepareFiles(deps, attachments)
  if (prepared instanceof Refusal) return prepared
  const unmasked = {
    message,
    skill,
    names: prepared.map(({ name }) => name),
    // In a picture no text can be masked.
    texts: prepared.map(file => ('text' in file ? file.text : '')),
  }
  const { value: masked } = await mask(deps, { sessionId }, unmasked)
  const files = prepared.map((file, at) => ({
    ...file,
    name: masked.names[at] ?? '',
    ...('text' in file ? { text: masked.texts[at] ?? '' } : {}),
  }))
  const input = { ...command, message: masked.message, skill: masked.skill, attached: keepFiles(files) }
  return storeInput(deps, input, async write => {
    const noLevel = whyNoLevel(write.row, input.message.overrides ?? {}, '/overrides')
    if (noLevel) return noLevel
    const { text } = input.message
    // Titles are made from the first message, without a model.
    if (write.row.title === NEW_TITLE) {
      write.row.title = titleFrom(text)
      saveSessionSettings(write.rows, write.row)
      write.emit('session.changed', { session: await sessionOf(write.sql, write.row) })
    }
    const { runs, items } = write.work
    if (runs.length === 0) return beginRun(write, input)
    if (items.length >= QUEUE_CAP) {
      return refuse('queue_full', { code: 'problem.queueFull', params: { count: QUEUE_CAP } })
    }
    return enqueue(write, { ...input, runs, waiting: items })
  })
}

type MessageCommand = IntakeCommand & { skill: Skill | null; attached: KeptFiles }

async function beginRun(write: Write, { message, by, skill, attached }: MessageCommand): Promise<Accepted> {
  const run = queueRun(write, { overrides: message.overrides ?? {}, position: 1, by })
  const messageId = write.newId()
  const entry = { id: messageId, runId: run.id, text: message.text, by, ...filesOf(attached) }
  insertAttachments(write.rows, write.row.id, attached.contents)
  addUserEntry(write, entry, attached.texts)
  if (skill) await tellSkill(write, { runId: run.id, skill })
  return { runId: run.id, messageId, acceptedAt: write.now }
}

const filesOf = ({ files }: KeptFiles) => (files.length > 0 ? { attachments: files } : {})

type Enqueue = MessageCommand & { runs: readonly OpenRun[]; waiting: QueueItem[] }

async function enqueue(write: Write, command: Enqueue): Promise<Accepted | Refusal> {
  const mode = command.message.queueMode ?? 'steer'
  if (mode === 'steer' && command.message.overrides) {
    const errors = [fieldFault('/overrides', { code: 'fault.ownRun' })]
    return refuse('invalid_request', { code: 'problem.steersAsItIs' }, { errors })
  }
  const run = runFor(write, { ...command, mode })
  const { attached, by } = command
  const content = { mode, text: command.message.text, by, ...filesOf(attached) }
  const item = { id: write.newId(), runId: run.id, ...content, createdAt: write.now }
  insertAttachments(write.rows, write.row.id, attached.contents)
  for (const [hash, text] of attached.texts) write.work.fileTexts.set(hash, text)
  write.work.addItem(item, command.skill)
  write.emit('queue.changed', { items: [...command.waiting, item] })
  return { runId: run.id, messageId: item.id, acceptedAt: write.now }
}

function runFor(write: Write, { message, runs, mode, waiting, by }: Enqueue & { mode: QueueMode }): RunRow {
  const own = (position: number) => queueRun(write, { overrides: message.overrides ?? {}, position, by })
  const [first, next] = runs
  const last = runs.at(-1)
  if (!first || !last) return own(1)
  switch (mode) {
    case 'steer':
      return first.run
    case 'followup':
      return own(last.position + 1)
    case 'collect': {
      const items = waiting.filter(item => item.runId === last.run.id)
      const isCollecting =
        last.run.status === 'queued' && items.length > 0 && items.every(item => item.mode === 'collect')
      return isCollecting ? last.run : own(last.position + 1)
    }
    case 'interrupt':
      if (!first.run.stop) {
        const stop = { reason: 'interrupted' as const, by: by.id, at: write.now }
        changeRun(write, { before: first.run, after: { ...first.run, stop } })
      }
      return own(next ? (first.position + next.position) / 2 : first.position + 1)
    default:
      return mode satisfies never
  }
}

/** Takes back what was said and has not reached the model. A Run that was to begin with it alone is no more. */
export function takeBack(
  deps: Deps,
  command: { sessionId: string; itemId: string },
): Promise<null | Refusal> {
  return storeInput<null>(deps, command, async write => {
    const item = write.work.items.find(one => one.id === command.itemId)
    if (!item) return refuse('not_found', { code: 'problem.noMessage' })
    write.work.removeItems([item.id])
    const left = write.work.items
    write.emit('queue.changed', { items: left })
    const run = write.work.runs.find(open => open.run.id === item.runId)?.run
    if (run?.status !== 'queued' || left.some(one => one.runId === run.id)) return null
    if (!(await hasEntries(write.db, run))) {
      await endRun(write, { run, calls: [], items: [], outcome: { stopReason: 'cancelled' } })
    }
    return null
  })
}

/** A file that came with a message, as far as it is kept: a picture encoded anew, or a text, in which secrets can be masked. */
type PreparedFile = { name: string; image: EncodedImage } | { name: string; mediaType: string; text: string }

/** Reads the files of a message by their content. One that cannot be used refuses the message, in words. */
async function prepareFiles(
  { compute }: Pick<Deps, 'compute'>,
  attachments: Attachment[],
): Promise<PreparedFile[] | Refusal> {
  const contents = attachments.map(({ data }) => Buffer.from(data, 'base64'))
  const total = contents.reduce((sum, bytes) => sum + bytes.length, 0)
  if (total > MOST_ATTACHED_BYTES) return refuse('payload_too_large', { code: 'problem.filesTooLarge' })
  const files: PreparedFile[] = []
  for (const [at, bytes] of contents.entries()) {
    const name = plainName(attachments[at]?.name ?? '')
    const file = await readContent(compute, name, bytes)
    if ('reason' in file)
      return refuseField(`/attachments/${at}`, {
        code: 'plain.about',
        params: { name },
        parts: [file.reason],
      })
    files.push(file)
  }
  return files
}

async function readContent(
  compute: Deps['compute'],
  name: string,
  bytes: Uint8Array,
): Promise<PreparedFile | { reason: CodedText }> {
  if (imageFormat(bytes) !== null) {
    const encoding = await encodeImage(bytes)
    return encoding.kind === 'image' ? { name, image: encoding.image } : { reason: plain(encoding.reason) }
  }
  if (isPdf(bytes)) {
    const reading = await compute(READ_PDF, bytes)
    if (reading.kind === 'refused') return { reason: plain(reading.reason) }
    const text = [truncate(reading.text, MOST_ATTACHED_TEXT).text, reading.note].filter(Boolean).join('\n')
    return { name, mediaType: 'application/pdf', text }
  }
  const text = utf8Text(bytes)
  if (text === null) return { reason: { code: 'fault.notAFile' } }
  return bytes.length > MOST_ATTACHED_TEXT
    ? { reason: { code: 'fault.textTooLarge' } }
    : { name, mediaType: 'text/plain', text }
}

/** The files of a message as the transcript names them, what is kept of each by its hash, and the texts among them. */
type KeptFiles = { files: MessageFile[]; contents: AttachmentContent[]; texts: Map<string, string> }

function keepFiles(prepared: PreparedFile[]): KeptFiles {
  const keptFiles: KeptFiles = { files: [], contents: [], texts: new Map() }
  for (const file of prepared) {
    const { name } = file
    if ('image' in file) {
      const { picture, attachment } = keptImage(file.image)
      keptFiles.files.push({ name, ...picture })
      keptFiles.contents.push(attachment)
    } else {
      const bytes = Buffer.from(file.text)
      const hash = sha256(bytes)
      keptFiles.files.push({ name, mediaType: file.mediaType, hash, bytes: bytes.length })
      keptFiles.contents.push({ hash, mediaType: 'text/plain', bytes })
      keptFiles.texts.set(hash, file.text)
    }
  }
  return keptFiles
}
