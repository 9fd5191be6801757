import { describe, expect, test } from 'vitest'
import { MOST, secondLook } from './second-look.mjs'

const failure = (title, more = {}) => ({
  ...{ file: 'a.test.ts', title, message: 'late', isTest: true, isBroken: false },
  ...more,
})

/** A suite that says this at the first look, and that at the second. */
function suite(failures, again) {
  const files = []
  const outcome = { name: 'tests', passes: ['goes well'], failures, flaky: [] }
  outcome.again = async file => {
    files.push(file)
    return { name: 'tests', passes: ['goes well'], failures: [], flaky: [], ...again }
  }
  return { outcome, files }
}

const look = async ({ outcome }) => {
  const said = []
  const [looked] = await secondLook([outcome], text => said.push(text))
  return { ...looked, said }
}

describe('a second look', () => {
  test('is not taken where nothing failed', async () => {
    const { outcome, files } = suite([], {})
    expect(await secondLook([outcome], () => undefined)).toEqual([outcome])
    expect(files).toEqual([])
  })

  test('lets pass what passes then, and names it as flaky with what it said', async () => {
    const { outcome, files } = suite([failure('waits'), failure('goes on')], { passes: ['waits', 'goes on'] })
    const looked = await look({ outcome })
    expect(looked).toMatchObject({ failures: [], said: ['a second look at a.test.ts'] })
    expect(looked.passes).toEqual(['goes well', 'waits', 'goes on'])
    expect(looked.flaky).toEqual([failure('waits'), failure('goes on')])
    expect(files).toEqual(['a.test.ts'])
  })

  test('leaves failed what fails again, with what it says then', async () => {
    const again = failure('waits', { message: 'wrong' })
    const { outcome } = suite([failure('waits'), failure('goes on')], {
      passes: ['goes on'],
      failures: [again],
    })
    const looked = await look({ outcome })
    expect(looked.failures).toEqual([again])
    expect(looked.flaky).toEqual([failure('goes on')])
  })

  test('leaves failed one of two of the same name', async () => {
    const { outcome } = suite([failure('waits')], { passes: ['waits'], failures: [failure('waits')] })
    expect(await look({ outcome })).toMatchObject({ failures: [failure('waits')], flaky: [] })
  })

  test('counts what fails only then', async () => {
    const other = failure('another')
    const { outcome } = suite([failure('waits')], { passes: ['waits'], failures: [other] })
    expect(await look({ outcome })).toMatchObject({ failures: [other], flaky: [failure('waits')] })
  })

  test('is not taken at an invariant that was seen broken', async () => {
    const broken = failure('acts after a No', { isBroken: true })
    const other = failure('waits', { file: 'b.test.ts' })
    const { outcome, files } = suite([broken, other], { passes: ['waits', 'acts after a No'] })
    expect(await look({ outcome })).toMatchObject({ failures: [broken], flaky: [other] })
    expect(files).toEqual(['b.test.ts'])
    const again = { passes: ['waits'], failures: [failure('acts after a No')] }
    expect(await look(suite([broken, other], again))).toMatchObject({ failures: [broken], flaky: [other] })
  })

  test('is not taken at a suite that is one thing', async () => {
    const types = failure('types', { file: null, isTest: false })
    const { outcome, files } = suite([types], {})
    expect(await look({ outcome })).toMatchObject({ failures: [types], flaky: [] })
    expect(files).toEqual([])
  })

  test('is not taken at more than one believes to be late', async () => {
    const many = Array.from({ length: MOST + 1 }, (_, number) => failure(`test ${number}`))
    const { outcome, files } = suite(many, {})
    const { failures, said } = await look({ outcome })
    expect(failures).toEqual(many)
    expect(files).toEqual([])
    expect(said).toEqual([`${MOST + 1} tests failed: too many for a second look`])
  })

  test.each([
    ['ran nothing', { passes: [] }],
    ['ran other tests', { passes: ['another'] }],
    ['came to no end', { passes: [], failures: [failure('Vitest', { file: null, isTest: false })] }],
  ])('that %s clears nobody', async (_, again) => {
    const { outcome } = suite([failure('waits')], again)
    const looked = await look({ outcome })
    expect(looked.failures).toContainEqual(failure('waits'))
    expect(looked.flaky).toEqual([])
  })

  test('clears what is about a file as a whole where nothing in it is wrong', async () => {
    const load = failure('a.test.ts', { isTest: false })
    const clean = suite([load], { passes: ['waits'] })
    expect(await look(clean)).toMatchObject({ passes: ['goes well'], failures: [], flaky: [load] })
    const unclean = suite([load], { passes: ['waits'], failures: [failure('another')] })
    expect(await look(unclean)).toMatchObject({ failures: [failure('another'), load], flaky: [] })
  })
})
