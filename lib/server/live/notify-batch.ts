import type { BusMessage, DeltaMessage } from '@/lib/agent/process/bus'

/** A NOTIFY payload holds less than 8,000 bytes. */
const PAYLOAD_BYTES = 7_000
/** What goes out soon, what others wait for, and text that can wait to go out together. */
const SOON_MS = 20
const DELAYS: { [Kind in BusMessage['kind']]?: number } = { wake: 0, taken: 0, delta: 100, progress: 100 }

/**
 * Gathers notes for other processes: the same news once, text of one stream joined, all of it in as few
 * payloads as fit.
 */
export function createNotifyBatch(options: { origin: string; send: (payloads: string[]) => void }) {
  const batch = new Map<string, BusMessage>()
  const texts = new Map<string, DeltaMessage>()
  let timer: { handle: NodeJS.Timeout; due: number } | null = null

  const flush = (): void => {
    clearTimeout(timer?.handle)
    timer = null
    const notes = [...batch.values(), ...[...texts.values()].flatMap(split)]
    batch.clear()
    texts.clear()
    options.send(pack(options.origin, notes))
  }
  const schedule = (ms: number): void => {
    const due = performance.now() + ms
    if (timer && timer.due <= due) return
    if (timer) clearTimeout(timer.handle)
    timer = { handle: setTimeout(flush, ms), due }
  }
  const addText = (note: DeltaMessage): void => {
    const key = keyOf(note)
    const before = texts.get(key)
    const follows = before && before.data.offset + before.data.text.length === note.data.offset
    if (before && !follows) flush()
    const data = follows ? { ...before.data, text: before.data.text + note.data.text } : note.data
    texts.set(key, { ...note, data })
  }
  return {
    add: (note: BusMessage): void => {
      if (note.kind === 'delta') addText(note)
      else batch.set(subjectOf(note), note)
      schedule(DELAYS[note.kind] ?? SOON_MS)
    },
    close: (): void => clearTimeout(timer?.handle),
  }
}

/** Of several notes about the same the last is sent; each failure counts. */
function subjectOf(note: BusMessage): string {
  if (note.kind === 'tools') return `tools ${note.reconnect ?? ''}`
  const subject = `${note.kind} ${note.sessionId}`
  return note.kind === 'failure' ? `${subject} ${note.provider} ${note.at}` : subject
}

/** Text of one stream is joined, but not with that of another block. */
function keyOf({ type, data }: DeltaMessage): string {
  if ('callId' in data) return `${type} ${data.callId}`
  const block = 'block' in data ? data.block : undefined
  return [type, data.runId, data.number, data.attempt, block].join(' ')
}

/** UTF-16 units of a piece: one of them is at most six bytes in JSON, as an escape. */
const PIECE = 1_000
/** What fits as it is stays whole. */
const WHOLE_BYTES = 6_500

function split(note: DeltaMessage): DeltaMessage[] {
  const { text, offset } = note.data
  const isShort = text.length < WHOLE_BYTES && Buffer.byteLength(JSON.stringify(note)) < WHOLE_BYTES
  if (isShort) return [note]
  const pieces: DeltaMessage[] = []
  for (let start = 0; start < text.length; start += PIECE) {
    const piece = text.slice(start, start + PIECE)
    pieces.push({ ...note, data: { ...note.data, offset: offset + start, text: piece } })
  }
  return pieces
}

function pack(origin: string, notes: BusMessage[]): string[] {
  const payloads: string[] = []
  let batch: BusMessage[] = []
  let bytes = 0
  const close = (): void => {
    if (batch.length > 0) payloads.push(JSON.stringify({ origin, notes: batch }))
    batch = []
    bytes = 0
  }
  for (const note of notes) {
    const size = Buffer.byteLength(JSON.stringify(note)) + 1
    if (bytes + size > PAYLOAD_BYTES - origin.length - 30) close()
    batch.push(note)
    bytes += size
  }
  close()
  return payloads
}
