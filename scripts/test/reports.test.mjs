import { describe, expect, it } from 'vitest'
import { readPlaywright, readVitest } from './reports.mjs'

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
    expect(readVitest({ numPassedTests: 1, numFailedTests: 1, testResults }, '/house')).toEqual({
      passed: 1,
      failed: 1,
      failures: ['lib/a.test.ts › a session waits\n    AssertionError: 1'],
    })
  })

  it('names a file that could not be read at all', () => {
    const testResults = [
      { name: '/house/lib/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ]
    expect(readVitest({ testResults }, '/house').failures).toEqual(['lib/b.test.ts\n    no such module'])
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
    const stats = { expected: 1, unexpected: 1, flaky: 1, skipped: 1 }
    expect(readPlaywright({ stats, suites })).toEqual({
      passed: 1,
      failed: 3,
      failures: [
        'c.e2e.ts:7 › fails\n    timed out',
        'c.e2e.ts:7 › is left out\n    skipped',
        'c.e2e.ts:7 › wavers\n    once',
      ],
    })
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
    const [told] = readVitest({ testResults }, '/house').failures
    expect(told.split('\n')).toHaveLength(13)
  })

  it('says nothing where the program ended without a report', () => {
    expect(readVitest({}, '/house')).toEqual({ passed: 0, failed: 0, failures: [] })
    expect(readPlaywright({})).toEqual({ passed: 0, failed: 0, failures: [] })
  })
})
