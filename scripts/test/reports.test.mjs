import { describe, expect, it } from 'vitest'
import { inBrief, readPlaywright, readVitest } from './reports.mjs'

const passed = { status: 'passed', fullName: 'a test that passed', failureMessages: [] }

describe('what failed is told from a report', () => {
  it('names a test with its file and what it said, without colours', () => {
    const failed = {
      status: 'failed',
      fullName: 'a session waits',
      failureMessages: ['\u001b[31mAssertionError\u001b[39m: 1\n at /house/node_modules/vitest/run.js:1:2'],
    }
    const testResults = [
      { name: '/house/lib/a.test.ts', status: 'failed', assertionResults: [passed, failed] },
    ]
    const { passes, failures } = readVitest({ testResults }, '/house')
    expect(passes).toEqual(['lib/a.test.ts › a test that passed'])
    expect(failures).toMatchObject([{ file: 'lib/a.test.ts', isBroken: false }])
    expect(failures.map(inBrief)).toEqual(['lib/a.test.ts › a session waits\n    AssertionError: 1'])
  })

  it('names a file that could not be read at all', () => {
    const testResults = [
      { name: '/house/lib/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ]
    expect(readVitest({ testResults }, '/house').failures).toEqual([
      {
        ...{ file: 'lib/b.test.ts', title: 'lib/b.test.ts' },
        message: 'no such module',
        isTest: false,
        isBroken: false,
      },
    ])
  })

  it('names the file under which the Node of a worker ended', () => {
    const testResults = [
      { name: '/house/lib/a.test.ts', status: 'passed', assertionResults: [passed] },
      {
        ...{ name: '/house/lib/b.test.ts', status: 'failed', message: '' },
        assertionResults: [passed, { ...passed, status: 'pending' }],
      },
    ]
    const unhandled = [{ message: 'Error: [vitest-pool]: Worker forks emitted error.' }]
    const { failures } = readVitest({ testResults, unhandled }, '/house')
    expect(failures.map(({ file }) => file)).toEqual(['lib/b.test.ts', 'lib/b.test.ts'])
    expect(readVitest({ unhandled }, '/house').failures).toMatchObject([{ file: null }])
  })

  it('names an error that no test caught, with the file that it came from', () => {
    const unhandled = [
      { file: '/house/lib/b.test.ts', message: 'Error: late' },
      { message: 'Error: nowhere' },
    ]
    expect(readVitest({ unhandled }, '/house').failures).toMatchObject([
      { file: 'lib/b.test.ts', title: 'lib/b.test.ts › an error that no test caught', isTest: false },
      { file: null, title: 'Vitest › an error that no test caught', message: 'Error: nowhere' },
    ])
  })

  it('names a journey that went wrong, went well at the second try only, or was left out', () => {
    const spec = (title, status, messages = []) => ({
      title,
      file: 'c.e2e.ts',
      line: 7,
      tests: [{ status, results: [{ errors: messages.map(message => ({ message })) }] }],
    })
    const suites = [
      {
        specs: [spec('goes well', 'expected')],
        suites: [
          { specs: [spec('fails', 'unexpected', ['timed out']), spec('is left out', 'skipped')] },
          { specs: [spec('wavers', 'flaky', ['once'])] },
        ],
      },
    ]
    const { passes, failures } = readPlaywright({ suites })
    expect(passes).toEqual(['c.e2e.ts:7 › goes well'])
    expect(failures.map(inBrief)).toEqual([
      'c.e2e.ts:7 › fails\n    timed out',
      'c.e2e.ts:7 › is left out\n    skipped',
      'c.e2e.ts:7 › wavers\n    once',
    ])
    expect(failures.map(({ file }) => file)).toEqual(['c.e2e.ts', 'c.e2e.ts', 'c.e2e.ts'])
  })

  it('tells of a long failure only how it begins', () => {
    const failureMessages = [
      Array.from({ length: 100 }, (_, line) => `line ${line} ${'x'.repeat(50)}`).join('\n'),
    ]
    const testResults = [
      {
        name: '/house/d',
        status: 'failed',
        assertionResults: [{ status: 'failed', fullName: 'long', failureMessages }],
      },
    ]
    const [told] = readVitest({ testResults }, '/house').failures.map(inBrief)
    expect(told.split('\n')).toHaveLength(13)
  })

  it('says nothing where the program ended without a report', () => {
    expect(readVitest({}, '/house')).toEqual({ passes: [], failures: [] })
    expect(readPlaywright({})).toEqual({ passes: [], failures: [] })
  })

  it.each([
    { how: 'says so', message: 'Error: Invariant I3 is broken: it started undecided', isBroken: true },
    { how: 'is tagged', message: 'expected [] to equal [1]', tags: ['invariant'], isBroken: true },
    { how: 'was late', message: 'It never came to be: the end', tags: ['invariant'], isBroken: false },
    { how: 'is ordinary', message: 'expected [] to equal [1]', isBroken: false },
    { how: 'lost its server', message: 'The server died by SIGSEGV', isBroken: true },
  ])('an invariant was seen broken where a test $how', ({ message, tags = [], isBroken }) => {
    const failed = { status: 'failed', fullName: 'a test', failureMessages: [message], tags }
    const vitest = { testResults: [{ name: '/house/e', status: 'failed', assertionResults: [failed] }] }
    expect(readVitest(vitest, '/house').failures).toMatchObject([{ isBroken }])
    const tests = [{ status: 'unexpected', results: [{ errors: [{ message }] }] }]
    const specs = [{ title: 'a journey', file: 'e.e2e.ts', line: 1, tests, tags }]
    expect(readPlaywright({ suites: [{ specs }] }).failures).toMatchObject([{ isBroken }])
  })
})
