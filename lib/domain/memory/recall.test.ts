import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memoryBlock } from './memory-block'
import { type Candidate, queryWords, RECALL, rankMemories } from './recall'

const memory = (id: string, text: string, tags: string[] = []): Candidate => ({ id, text, tags })

/** What is recalled of these memories, as if they were all there are. */
function recall(query: string, candidates: Candidate[]) {
  const asked = queryWords(query)
  const known = new Map(
    asked.map(({ root }) => [
      root,
      candidates.filter(({ text }) => text.toLowerCase().includes(root)).length,
    ]),
  )
  return rankMemories(asked, { candidates, counts: known })
}

const kept = (query: string, ...texts: string[]): string[] =>
  recall(
    query,
    texts.map((text, at) => memory(`m${at}`, text)),
  )
    .filter(hit => hit.kept)
    .map(hit => hit.text)

const COLOUR = 'The team’s favourite colour is teal.'
const STAGING = 'Staging deploys with make deploy-staging.'
const ANSWERS = 'The user likes short answers.'

describe('a message recalls what bears on it', () => {
  test.each<[string, string[]]>([
    ['What is our favourite colour?', [COLOUR]],
    ['Which deployment command is for staging?', [STAGING]],
    ['favourite colours', [COLOUR]],
    ['Use the favourite colour of the team on the staging page and deploy it', [STAGING, COLOUR]],
    [JSON.stringify({ turns: [{ text: 'Our favourite colour is teal.' }] }), [COLOUR]],
    ['Write a short poem about rain', []],
    ['How are you?', []],
    ['', []],
    ['Is it?', []],
  ])('%j', (query, texts) => {
    expect(kept(query, COLOUR, STAGING, ANSWERS).sort()).toEqual([...texts].sort())
  })

  test('in any language, also without spaces, and with accents or without', () => {
    const asked = {
      'Каким цветом рисуем логотип, бирюзовым?': 'Команда предпочитает бирюзовый цвет для логотипа.',
      '我们最喜欢的颜色是什么？': '团队最喜欢的颜色是青色。',
      ทีมชอบสีอะไร: 'สีที่ทีมชอบคือสีเขียว',
      '우리 팀이 좋아하는 색이 뭐예요?': '팀이 좋아하는 색은 청록색이다.',
      'reunion hebdomadaire': 'La réunion hebdomadaire est le jeudi.',
    }
    const texts = [...Object.values(asked), COLOUR]
    for (const [query, text] of Object.entries(asked)) expect(kept(query, ...texts)).toEqual([text])
  })

  test('by its tags', () => {
    const [hit] = recall('invoices and billing', [
      memory('a', 'Paid within ten days.', ['billing', 'invoices']),
    ])
    expect(hit).toMatchObject({ kept: true })
  })

  test('and the rarer a word, the more it counts', () => {
    const asked = queryWords('deploy zebra')
    const candidates = [memory('a', 'deploy one two three four'), memory('b', 'zebra one two three four')]
    const known = new Map([['depl', 400]].concat([['zebr', 1]]) as [string, number][])
    const [first, second] = rankMemories(asked, { candidates, counts: known })
    expect([first?.id, second?.id]).toEqual(['b', 'a'])
    expect(first?.score).toBeGreaterThan(second?.score ?? 1)
  })
})

describe('of many', () => {
  const many = (count: number, text: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => memory(`m${String(at).padStart(3, '0')}`, text(at)))

  test('five are recalled, the newest of equal ones first, and five more told of', () => {
    const hits = recall(
      'favourite colour',
      many(30, () => 'favourite colour'),
    )
    expect(hits.map(({ id, reason }) => `${id} ${reason}`)).toEqual([
      ...['m029', 'm028', 'm027', 'm026', 'm025'].map(id => `${id} recalled`),
      ...['m024', 'm023', 'm022', 'm021', 'm020'].map(id => `${id} over_limit`),
    ])
  })

  test('each is cut to 800 characters, and what has the marks of recalled memory is left out', () => {
    const [hit] = recall('favourite colour', [memory('a', `favourite colour ${'favourite '.repeat(150)}`)])
    expect(hit?.text).toHaveLength(800)
    expect(hit?.text.endsWith('…')).toBe(true)
    const [marked] = recall('favourite colour', [memory('a', memoryBlock(['favourite colour']))])
    expect(marked).toMatchObject({ kept: false, reason: 'marked' })
  })
})

test('a score is between 0 and 1, and what is recalled stays within its limits', () => {
  const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'epsilon', 'the', 'of', 'зета', '7')
  const text = fc.array(word, { maxLength: 300 }).map(words => words.join(' '))
  const candidates = fc
    .array(text, { maxLength: 20 })
    .map(texts => texts.map((one, at) => memory(`m${at}`, one)))
  fc.assert(
    fc.property(text, candidates, (query, all) => {
      const hits = recall(query, all)
      const told = hits.filter(hit => hit.kept)
      expect(hits.every(({ score }) => score >= 0 && score <= 1)).toBe(true)
      expect(told.every(hit => hit.score >= RECALL.minScore)).toBe(true)
      expect(told.length).toBeLessThanOrEqual(RECALL.hits)
      expect(told.reduce((sum, hit) => sum + hit.text.length, 0)).toBeLessThanOrEqual(RECALL.chars)
    }),
  )
})

test('of a long message the 32 longest words are looked for', () => {
  const words = Array.from({ length: 500 }, (_, at) => `${'x'.repeat(1 + (at % 7))}${at}y`)
  expect(queryWords(words.join(' ').repeat(10))).toHaveLength(32)
})
