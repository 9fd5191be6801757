import { expect, test } from 'vitest'
import { inBrief, readPlaywright, readVitest } from './reports.mjs'
import { slowestFiles } from './stages.mjs'

const assertion = (status, fullName, more = {}) => ({ status, fullName, failureMessages: [], ...more })
const fileOf = (name, status, assertionResults) => ({
  name: `/house/${name}`,
  status,
  message: '',
  startTime: 1000,
  endTime: 3500,
  assertionResults,
})

test('of Vitest: tests that failed, files that could not be read or came to no end, and what no test caught', () => {
  const failureMessages = ['\u001b[31mError\u001b[39m: 1\n at /house/node_modules/vitest/run.js:1:2']
  const passed = assertion('passed', 'goes well')
  const testResults = [
    fileOf('lib/a.test.ts', 'failed', [passed, assertion('failed', 'waits', { failureMessages })]),
    { ...fileOf('lib/b.test.ts', 'failed', []), message: 'no such module' },
    fileOf('lib/c.test.ts', 'failed', [passed, assertion('pending', 'goes on')]),
  ]
  const unhandled = [{ file: '/house/lib/d.test.ts', message: 'Error: late' }, { message: 'Error: nowhere' }]
  const { passes, failures, files } = readVitest({ testResults, unhandled }, '/house')
  expect(passes).toEqual(['lib/a.test.ts › goes well', 'lib/c.test.ts › goes well'])
  expect(failures.map(inBrief)).toEqual([
    'lib/a.test.ts › waits\n    Error: 1',
    'lib/b.test.ts\n    no such module',
    'lib/c.test.ts\n    ',
    'lib/d.test.ts › an error that no test caught\n    Error: late',
    'Vitest › an error that no test caught\n    Error: nowhere',
  ])
  expect(failures.map(({ file, isTest }) => `${file} ${isTest}`)).toEqual([
    'lib/a.test.ts true',
    ...['lib/b.test.ts false', 'lib/c.test.ts false', 'lib/d.test.ts false', 'null false'],
  ])
  expect(files[0]).toEqual({ file: 'lib/a.test.ts', ms: 2500 })
  expect(readVitest({}, '/house')).toEqual({ passes: [], failures: [], files: [] })
})

test('a worker whose Node ended is told by the file that came to no end under it', () => {
  const testResults = [fileOf('lib/c.test.ts', 'failed', [assertion('pending', 'goes on')])]
  const unhandled = [{ message: 'Error: [vitest-pool]: Worker forks emitted error.' }]
  const files = report => readVitest(report, '/house').failures.map(({ file }) => file)
  expect(files({ testResults, unhandled })).toEqual(['lib/c.test.ts', 'lib/c.test.ts'])
  expect(files({ unhandled })).toEqual([null])
})

test('of Playwright: what went wrong, went well at the second try only, or was left out', () => {
  const spec = (title, status, messages = []) => {
    const results = [{ duration: 700, errors: messages.map(message => ({ message })) }]
    return { title, file: 'c.e2e.ts', line: 7, tests: [{ status, results }] }
  }
  const inner = [
    { specs: [spec('fails', 'unexpected', ['timed out']), spec('is left out', 'skipped')] },
    { specs: [spec('wavers', 'flaky', ['once'])] },
  ]
  const { passes, failures, files } = readPlaywright({
    suites: [{ specs: [spec('goes well', 'expected')], suites: inner }],
  })
  expect(passes).toEqual(['c.e2e.ts:7 › goes well'])
  expect(failures.map(inBrief)).toEqual([
    'c.e2e.ts:7 › fails\n    timed out',
    'c.e2e.ts:7 › is left out\n    skipped',
    'c.e2e.ts:7 › wavers\n    once',
  ])
  expect(failures.map(({ file }) => file)).toEqual(['c.e2e.ts', 'c.e2e.ts', 'c.e2e.ts'])
  expect(files).toEqual([{ file: 'c.e2e.ts', ms: 2800 }])
  expect(readPlaywright({})).toEqual({ passes: [], failures: [], files: [] })
})

test('an invariant was seen broken where a test says so or is tagged, and was not merely late', () => {
  const cases = [
    ['Error: Invariant I3 is broken: it started undecided', [], true],
    ['expected [] to equal [1]', ['invariant'], true],
    ['The server died by SIGSEGV', [], true],
    ['It never came to be: the end', ['invariant'], false],
    ['expected [] to equal [1]', [], false],
  ]
  for (const [message, tags, isBroken] of cases) {
    const failed = assertion('failed', 'a test', { failureMessages: [message], tags })
    const report = { testResults: [fileOf('e.test.ts', 'failed', [failed])] }
    expect(readVitest(report, '/house').failures).toMatchObject([{ isBroken }])
    const tests = [{ status: 'unexpected', results: [{ errors: [{ message }], duration: 1 }] }]
    const specs = [{ title: 'a journey', file: 'e.e2e.ts', line: 1, tests, tags }]
    expect(readPlaywright({ suites: [{ specs }] }).failures).toMatchObject([{ isBroken }])
  }
})

test('a long failure is told by how it begins, and of many files the ten slowest are named', () => {
  const message = Array.from({ length: 100 }, (_, line) => `line ${line} ${'x'.repeat(50)}`).join('\n')
  expect(inBrief({ title: 'long', message }).split('\n')).toHaveLength(13)
  const files = Array.from({ length: 12 }, (_, number) => ({ file: `${number}.test.ts`, ms: number * 1000 }))
  const lines = slowestFiles([{ name: 'tests', files }, { name: 'lint' }]).slice(2)
  expect(lines).toHaveLength(10)
  expect(lines[0]).toBe('   11.0  11.test.ts')
})
