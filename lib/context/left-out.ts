import type { ModelMessage } from '@/lib/domain/solution'

/** What was read and changed, by path, and what is under way, as the program knows it. */
export type Deeds = { read: string[]; changed: string[]; inFlight: string[] }

/** Paths that are told of each kind, the latest. */
const MOST_PATHS = 100

/** What earlier deeds and later ones come to, the latest last. */
export const addDeeds = (a: Omit<Deeds, 'inFlight'>, b: Deeds): Deeds => ({
  read: latest([...a.read, ...b.read]),
  changed: latest([...a.changed, ...b.changed]),
  inFlight: b.inFlight,
})

const latest = (paths: string[]): string[] => [...new Set(paths.toReversed())].slice(0, MOST_PATHS).reverse()

/** The deeds in words. */
export function deedsText({ read, changed, inFlight }: Deeds): string {
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

type LeftOut = {
  id: string
  dropped: number
  deeds: Deeds
  replies: number | undefined
  earlier: ModelMessage | undefined
}

/** What the model is told in the place of messages that were summarised. */
export const summaryMessage = (text: string, { id, dropped, replies }: LeftOut): ModelMessage => ({
  role: 'user',
  aside: true,
  compaction: id,
  replies,
  text: `[Summary of ${counted(dropped)} of this conversation, which you no longer see. Go on from it.]\n\n${text}`,
})

/** What the model is told in the place of messages that were only left out. An earlier summary stays. */
export const trimMessage = ({ id, dropped, deeds, replies, earlier }: LeftOut): ModelMessage => ({
  role: 'user',
  aside: true,
  compaction: id,
  replies,
  text: [
    ...(earlier ? [earlier.text] : []),
    `[${counted(dropped)} of this conversation were left out here without a summary. What was done in them is done: look at the files, or ask, before you do it again or say that it did not happen.]`,
    ...[deedsText(deeds)].filter(Boolean),
  ].join('\n\n'),
})

const counted = (messages: number): string =>
  messages === 1 ? '1 earlier message' : `${messages} earlier messages`

/** How often the model replied to the newest message of the person, in what is left out. */
export function repliesIn(dropped: ModelMessage[]): number {
  const at = dropped.findLastIndex(message => message.role === 'user' && !message.aside)
  const before = dropped[at - 1]
  const earlier = before?.role === 'user' ? (before.replies ?? 0) : 0
  return dropped
    .slice(at + 1)
    .reduce((sum, one) => sum + (one.role === 'assistant' ? 1 + one.failures : 0), earlier)
}
