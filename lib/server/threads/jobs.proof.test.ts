import { afterAll, expect, test } from 'vitest'
import { type Job, THREAD_SIZE } from '@/lib/domain/job'
import { FIND_SUSPICIONS } from '@/lib/domain/policy/suspicious-text'
import { READ_REPLY } from '@/lib/prompt/dialects/dialect-of'
import { FIND_SECRETS, HIDE_SECRETS } from '@/lib/prompt/masking/secret-jobs'
import { HASH_SECRETS } from '@/lib/record/digest'
import { MAKE_EXCERPTS, searchTerms } from '@/lib/text/search-terms'
import { APPLY_PATCH } from '@/lib/tools/files/apply-patch'
import { COMPARE_TEXTS } from '@/lib/tools/files/change/unified-diff'
import { EDIT_TEXT } from '@/lib/tools/files/edit-file'
import { READ_PDF } from '@/lib/tools/files/read-pdf'
import { CHECK_PATTERN, SEARCH_TEXTS } from '@/lib/tools/files/search/search-texts'
import { CHECK_SCHEMAS, READ_ARGUMENTS } from '@/lib/tools/read-arguments'
import { pdfOf } from '@/lib/tools/testing/pdf'
import { READ_PAGE } from '@/lib/tools/web/read-page'
import { disorderly } from '@/test/world/disorderly'
import { JOBS } from './jobs'
import { Threads } from './thread-pool'

const of = <I, O>(job: Job<I, O>, input: I) => ({ job: job as Job<never, unknown>, input: input as never })

/** Enough for a thread; in `npm run proof` much more. */
const TIMES = process.env.TEST_SCOPE === 'proof' ? 20_000 : 5_000
const text = 'password=Zx9kQ2vB7nM4tR8s, пароль\n'.repeat(TIMES)
const value = { argumentsText: JSON.stringify({ content: text }), text }
const secrets = ['a secret of this server']
const number = { secret: { value: 'Zx9kQ2vB7nM4tR8s', kind: 'pattern' as const }, n: 1 }
const lines = (every: number): string =>
  Array.from({ length: 15_000 }, (_, at) => (at % every === 0 ? `other ${at}` : `line ${at}`)).join('\n')

const patchOf = (before: string, wanted: string[]) => ({
  files: [{ path: 'a', bytes: Buffer.from(before) }],
  sections: [
    {
      from: 'a',
      to: 'a',
      hunks: [{ lines: wanted.map(text => ({ sign: '-' as const, text })), below: [], isAtEnd: false }],
    },
  ],
})

const LARGE = [
  of(FIND_SECRETS, { secrets, value }),
  of(HIDE_SECRETS, { secrets, value, numbers: [number] }),
  of(HASH_SECRETS, {
    key: '42'.repeat(32),
    secrets: Array.from({ length: 3 * TIMES }, (_, at) => `secret ${at}`),
  }),
  of(FIND_SUSPICIONS, { argumentsText: JSON.stringify({ content: text }), paths: ['a'] }),
  of(COMPARE_TEXTS, { path: 'a', before: lines(15_001), after: lines(20) }),
  of(EDIT_TEXT, {
    args: { path: 'a', old: 'a', new: 'b', all: true },
    bytes: Buffer.from(text.repeat(10)),
    path: 'a',
  }),
  of(APPLY_PATCH, patchOf(lines(20), ['line 14999'])),
  of(READ_REPLY, { dialect: 'tags', text: '"\\\n'.repeat(200_000), offered: [] }),
  of(MAKE_EXCERPTS, { texts: [text, lines(20)], terms: searchTerms('пароль line') }),
  of(READ_PAGE, {
    bytes: Buffer.from(`<p>${'text <a href="b">link</a> '.repeat(10_000)}`),
    contentType: 'text/html',
    url: 'https://example.com/',
  }),
  of(READ_PDF, pdfOf([lines(20).split('\n').slice(0, 5_000)])),
  of(READ_ARGUMENTS, {
    name: 'slow',
    text: `{"a":"${'a'.repeat(24)}!"}`,
    schema: { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
  }),
  of(
    CHECK_SCHEMAS,
    Array.from({ length: 200 }, (_, at) => ({
      name: `t${at}`,
      schema: { properties: { [`p${at}`]: { minimum: at } } },
    })),
  ),
  of(CHECK_PATTERN, { pattern: '((a?){30}){30}b', caseSensitive: true }),
  of(SEARCH_TEXTS, {
    pattern: 'a[ac]{200}[bd]',
    caseSensitive: true,
    most: 1,
    files: [{ path: 'a', bytes: Buffer.from(disorderly(20_000)) }],
  }),
]

const threads = new Threads()
afterAll(threads.close)

test.each(LARGE.map(one => [one.job.name, one] as const))(
  'to %s goes to a thread, and comes to the same there as here',
  async (_, { job, input }) => {
    expect(job.size(input)).toBeGreaterThanOrEqual(THREAD_SIZE)
    expect(await threads.compute(job, input)).toEqual(structuredClone(await job.run(input)))
    expect(threads.state().threads).toBeGreaterThan(0)
  },
)

const many = (line: string): string => `${line}\n`.repeat(300)

/** Little to read, and much to do. */
const COSTLY = [
  of(
    APPLY_PATCH,
    patchOf(
      many('b').repeat(10),
      Array.from({ length: 2_000 }, () => 'b\n'),
    ),
  ),
  of(COMPARE_TEXTS, { path: 'a', before: lines(500).slice(0, 5_000), after: many('b') }),
  of(EDIT_TEXT, { args: { path: 'a', old: 'a', new: text, all: true }, bytes: Buffer.from('a'), path: 'a' }),
  of(EDIT_TEXT, { args: { path: 'a', old: text, new: 'a' }, bytes: Buffer.from('a'), path: 'a' }),
  of(EDIT_TEXT, {
    args: { path: 'a', old: 'a', new: 'b'.repeat(1_000), all: true },
    bytes: Buffer.from('a'.repeat(1_000)),
    path: 'a',
  }),
]

test.each(COSTLY.map(one => [one.job.name, one] as const))('to %s goes to a thread', (_, { job, input }) => {
  expect(job.size(input)).toBeGreaterThanOrEqual(THREAD_SIZE)
})

test('a small change of a text of many lines does not', () => {
  const before = many('a')
  const input = { path: 'a', before, after: `${before}b` }
  expect(COMPARE_TEXTS.size(input)).toBeLessThan(THREAD_SIZE)
})

test('every job is known to the threads', () => {
  expect(LARGE.map(({ job }) => job.name).sort()).toEqual([...JOBS.keys()].sort())
})
