import type { SearchItem } from '@/lib/domain/session/search'

/** Characters with their places in the text that they come from. */
type Sign = { sign: string; at: number }

/** A part of a text, and whether it is one of the words that were looked for. */
export type HitPiece = { from: number; text: string; isMarked: boolean }

type Hit = Pick<SearchItem, 'kind' | 'excerpt' | 'highlights' | 'tool' | 'decision'>

/**
 * The excerpt of a hit as somebody reads it: arguments without the signs of JSON, messages without those of Markdown, and
 * without what the sentence above it says anyway. Empty where nothing else is in it.
 */
export function hitPieces({ highlights, ...hit }: Hit): HitPiece[] {
  const isMarked = (at: number): boolean => highlights.some(([from, to]) => at >= from && at < to)
  const pieces: HitPiece[] = []
  for (const { sign, at } of oneSpaced(readable(hit))) {
    const last = pieces.at(-1)
    if (last && last.isMarked === isMarked(at)) last.text += sign
    else pieces.push({ from: at, text: sign, isMarked: isMarked(at) })
  }
  return pieces
}

function readable({ kind, excerpt, tool, decision }: Omit<Hit, 'highlights'>): Sign[] {
  const all = signsOf(excerpt)
  const from = (index: number): Sign[] => all.filter(({ at }) => at >= index)
  if (kind === 'message') return withoutMarkdown(all)
  if (kind === 'call') {
    const begin = excerpt.startsWith(`${tool}:`) ? excerpt.indexOf('{') : 0
    return begin < 0 ? from(`${tool}:`.length) : withoutJson(from(begin))
  }
  if (kind !== 'decision' || !decision) return all
  const sentence = saidFrom(excerpt, decision.by.name)
  const isChange = decision.kind === 'edit' || decision.kind === 'replace'
  return isChange ? withoutJson(from(sentence)) : from(sentence)
}

function signsOf(text: string): Sign[] {
  let end = 0
  return [...text].map(sign => {
    end += sign.length
    return { sign, at: end - sign.length }
  })
}

/** Where the words of a decision begin, after its kind and who took it. */
function saidFrom(excerpt: string, name: string): number {
  const who = ` by ${name}`
  const at = excerpt.startsWith('…') ? -1 : excerpt.indexOf(who)
  if (at < 0) return 0
  const end = at + who.length
  return excerpt.startsWith(': ', end) ? end + 2 : end
}

const BRACKETS = '{}[]'
const ESCAPES: Record<string, string> = { n: ' ', t: ' ', r: ' ', b: ' ', f: ' ' }

/** Names and values of JSON that may be cut at both ends. */
function withoutJson(signs: Sign[]): Sign[] {
  const result: Sign[] = []
  let isString = beginsInString(signs)
  for (let index = 0; index < signs.length; index += 1) {
    const { sign, at } = signs[index] ?? { sign: '', at: 0 }
    const next = signs[index + 1]?.sign
    if (isString && sign === '\\' && next !== undefined) {
      const code = next === 'u' ? textOf(signs.slice(index + 2, index + 6)) : ''
      const isCode = /^[0-9a-f]{4}$/i.test(code)
      index += isCode ? 5 : 1
      result.push({
        sign: isCode ? String.fromCharCode(Number.parseInt(code, 16)) : (ESCAPES[next] ?? next),
        at,
      })
    } else if (sign === '"') isString = !isString
    else if (isString) result.push({ sign, at })
    else if (sign === ',') result.push({ sign: ' · ', at })
    else if (sign === ':') result.push({ sign: ': ', at })
    else if (!BRACKETS.includes(sign)) result.push({ sign, at })
  }
  return result
}

/** A quotation mark ends a string where what follows can only stand between values. */
const beginsInString = (signs: Sign[]): boolean => /^(?:[^"\\]|\\.)*"\s*[,:}\]]/.test(textOf(signs))

function withoutMarkdown(signs: Sign[]): Sign[] {
  const text = textOf(signs)
  const drops = [...text.matchAll(/\*\*|__|`+|(?<=^|…)#{1,6} | #{1,6}(?= )/g)]
  let at = 0
  return signs.filter(({ sign }) => {
    const start = at
    at += sign.length
    return !drops.some(({ index, 0: drop }) => start >= index && start < index + drop.length)
  })
}

const textOf = (signs: Sign[]): string => signs.map(({ sign }) => sign).join('')

/** One space where there are several, and none at the ends. */
function oneSpaced(signs: Sign[]): Sign[] {
  const result: Sign[] = []
  for (const { sign, at } of signs) {
    const isDouble = /^\s/.test(sign) && /(^|\s)$/.test(result.at(-1)?.sign ?? '')
    const rest = isDouble ? sign.trimStart() : sign
    if (rest !== '') result.push({ sign: rest, at })
  }
  while (/^\s*$/.test(result.at(-1)?.sign ?? 'x')) result.pop()
  return result
}
