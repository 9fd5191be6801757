import { wordsIn } from '@/lib/text/search-terms'
import { startOf } from '@/lib/text/truncate'
import type { MemoryHit } from './memory'
import { whyNotKept } from './memory-block'

/** How much of a message is read, and how many of its words are searched for. */
const QUERY_CHARS = 4000
const ASKED_WORDS = 32

/** How much is recalled at a time: the number of memories, their least score, and the characters of each and of all. */
export const RECALL = { hits: 5, minScore: 0.4, charsEach: 800, chars: 4000 } as const

const MOST_RECALLED = 10

/**
 * A word that is searched for by its beginning, so that other forms of it are found too. `exact`: it is too short for
 * that.
 */
export type QueryWord = { word: string; root: string; exact: boolean }

/** The significant words of a message: without stop words, the longest first, since they are rarer. */
export function queryWords(query: string): QueryWord[] {
  const byRoot = new Map<string, QueryWord>()
  for (const { word } of wordsIn(query.slice(0, QUERY_CHARS))) {
    const queried = queryWord(word)
    if (queried && !byRoot.has(queried.root)) byRoot.set(queried.root, queried)
  }
  return [...byRoot.values()].sort((a, b) => b.word.length - a.word.length).slice(0, ASKED_WORDS)
}

/** Short words and those with digits must match whole; of others the first three fifths, at least four letters. */
function queryWord(word: string): QueryWord | null {
  if (word.length < 2 || word.length > 60 || SMALL.has(word)) return null
  const letters = [...word]
  const root = letters.slice(0, Math.max(4, Math.ceil(letters.length * 0.6))).join('')
  const exact = letters.length <= 3 || /\p{N}/u.test(word)
  return { word, root: exact ? word : root, exact }
}

const SMALL = new Set(
  wordsIn(`a an and are as at be been but by can could did do does for from had has have he her his how i if in into is it
  its let me my no not of on or our please she should so some than that the their them then there these they this
  those to too us was we were what when where which who why will with would yes you your
  а без бы был была были было быть в вам вас во вот все вы где да для до его ее если есть еще её ещё же за и из или
  им их к как какая какие какой кто ли мне мной мы на над нам нас наш наша наше наши не него нет но ну о об он она
  они оно от по под при с со так там то тоже только ты у уже чем что чтобы эта эти это этот я`).map(
    ({ word }) => word,
  ),
)

/** A memory that may be relevant to the query. */
export type Candidate = { id: string; text: string; tags: string[] }

/** How many memories contain a word, by its root, as far as they were counted. */
export type WordCounts = ReadonlyMap<string, number>

/**
 * The memories that are recalled, best first, followed by those that nearly were, each with the reason. The score is 0
 * … 1. A memory contains the share q of the query words, each weighted `1 / (1 + ln n)` where n memories contain it,
 * and 0.5 where none does. The share m of the memory's own words is in the query. Either is reason enough: `1 − (1 −
 * q)(1 − m)`, times 0.7 if all this rests on a single word. Of equal ones the newest comes first.
 */
export function rankMemories(
  query: QueryWord[],
  pool: { candidates: Candidate[]; counts: WordCounts },
): MemoryHit[] {
  const scored = pool.candidates
    .map(candidate => ({ candidate, score: scoreOf(query, candidate, pool.counts) }))
    .sort((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? 1 : -1))
  let hits = 0
  let room: number = RECALL.chars
  return scored.slice(0, MOST_RECALLED).map(({ candidate, score }) => {
    const text = cutTo(candidate.text, RECALL.charsEach)
    const recalled = { id: candidate.id, score, text }
    const reason = reasonOf(candidate, { score, hits, isRoom: text.length <= room })
    if (reason !== 'recalled') return { ...recalled, kept: false, reason }
    hits += 1
    room -= text.length
    return { ...recalled, kept: true, reason }
  })
}

function reasonOf(
  { text }: Candidate,
  { score, hits, isRoom }: { score: number; hits: number; isRoom: boolean },
): MemoryHit['reason'] {
  if (whyNotKept(text) !== null) return 'marked'
  if (score < RECALL.minScore) return 'below_min_score'
  if (hits >= RECALL.hits) return 'over_limit'
  return isRoom ? 'recalled' : 'no_room'
}

function scoreOf(query: QueryWord[], { text, tags }: Candidate, counts: WordCounts): number {
  const own = new Set(
    wordsIn([text, ...tags].join(' ')).flatMap(({ word }) => (queryWord(word) ? [word] : [])),
  )
  const words = [...own]
  const matched = query.filter(one => words.some(word => isSame(one, word)))
  const weigh = (of: QueryWord[]): number =>
    of.reduce((sum, { root }) => sum + weight(counts.get(root) ?? 0), 0)
  if (matched.length === 0) return 0
  const q = weigh(matched) / weigh(query)
  const m = words.filter(word => matched.some(one => isSame(one, word))).length / words.length
  const score = (1 - (1 - q) * (1 - m)) * (matched.length === 1 ? 0.7 : 1)
  return Math.round(score * 1000) / 1000
}

const weight = (memories: number): number => (memories === 0 ? 0.5 : 1 / (1 + Math.log(memories)))

function isSame(query: QueryWord, word: string): boolean {
  if (query.exact || word.length <= 3) return query.word === word
  return word.startsWith(query.root) || query.word.startsWith(queryWord(word)?.root ?? word)
}

/** At most so many characters of a text. */
export const cutTo = (text: string, chars: number): string =>
  text.length <= chars ? text : startOf(text, chars - 1)
