import type { ModelMessage } from '@/lib/domain/call/solution'

/** Files read and changed, by path, and Calls in flight, as recorded by the program. */
export type FileActivity = { read: string[]; changed: string[]; inFlight: string[] }

/** The most paths to list of each kind, the latest ones. */
const MOST_PATHS = 100

/** Merges earlier and later activity, the latest last. */
export const addFileActivity = (a: Omit<FileActivity, 'inFlight'>, b: FileActivity): FileActivity => ({
  read: latest([...a.read, ...b.read]),
  changed: latest([...a.changed, ...b.changed]),
  inFlight: b.inFlight,
})

const latest = (paths: string[]): string[] => [...new Set(paths.toReversed())].slice(0, MOST_PATHS).reverse()

/** The activity in words. */
export function fileActivityText({ read, changed, inFlight }: FileActivity): string {
  const lists: [string, string[]][] = [
    ['Files read', read],
    ['Files changed', changed],
    ['Calls in flight', inFlight],
  ]
  return lists
    .filter(([, items]) => items.length > 0)
    .map(([name, items]) => `${name}:\n${items.map(item => `- ${item}`).join('\n')}`)
    .join('\n\n')
}

type DroppedPart = {
  id: string
  /** Including what earlier compactions left out. */
  dropped: number
  activity: FileActivity
  replies: number | undefined
  earlier: ModelMessage | undefined
}

/** The message that replaces summarised messages. */
export const summaryMessage = (text: string, { id, dropped, replies }: DroppedPart): ModelMessage => ({
  role: 'user',
  aside: true,
  compaction: id,
  replies,
  text: `[Summary of ${counted(dropped)} of this conversation, which you no longer see. Go on from it.]\n\n${text}`,
})

/**
 * The message that replaces messages that were left out without a summary, however often that happened. An earlier
 * summary stays; an earlier note of this kind is replaced, so that there is one.
 */
export function trimMessage({ id, dropped, activity, replies, earlier }: DroppedPart): ModelMessage {
  const summary = earlier && summaryIn(earlier.text)
  const note = `[${counted(dropped - (summary?.messages ?? 0))} ${LEFT_OUT} What was done in them is done: look at the files, or ask, before you do it again or say that it did not happen.]`
  const text = [summary?.text, note, fileActivityText(activity)].filter(Boolean).join('\n\n')
  return { role: 'user', aside: true, compaction: id, replies, text }
}

const LEFT_OUT = 'of this conversation were left out here without a summary.'

/**
 * The summary at the start of a message, and the number of messages it covers. A summary may quote a note: the last
 * one is ours.
 */
function summaryIn(text: string): { text: string; messages: number } | undefined {
  const messages = /^\[Summary of (\d+) /.exec(text)?.[1]
  const note = [...text.matchAll(/\n\n\[\d+ earlier messages? (?=of this)/g)].findLast(({ 0: head, index }) =>
    text.startsWith(LEFT_OUT, index + head.length),
  )
  return messages === undefined ? undefined : { text: text.slice(0, note?.index), messages: Number(messages) }
}

const counted = (messages: number): string =>
  messages === 1 ? '1 earlier message' : `${messages} earlier messages`

/** How often the model replied to the person's newest message within the dropped messages. */
export function repliesIn(dropped: ModelMessage[]): number {
  const at = dropped.findLastIndex(message => message.role === 'user' && !message.aside)
  const before = dropped[at - 1]
  const earlier = before?.role === 'user' ? (before.replies ?? 0) : 0
  return dropped
    .slice(at + 1)
    .reduce((sum, one) => sum + (one.role === 'assistant' ? 1 + one.failures : 0), earlier)
}
