import { describe, expect, test } from 'vitest'
import { MOST, secondLook } from './second-look.mjs'

const failure = (title, more = {}) => ({
  ...{ file: 'a.test.ts', title, message: 'late', isBroken: false },
  ...more,
})

/** A suite that says this at the first look, and that at the second. */
function suite(failures, again) {
  const files = []
  const outcome = { name: 'tests', passed: 5, failures, flaky: [], isEnded: true }
  outcome.again = async file => {
    files.push(file)
    return { ...outcome, ...again }
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
    const { outcome, files } = suite([failure('waits'), failure('goes on')], { failures: [] })
    const looked = await look({ outcome })
    expect(looked).toMatchObject({ passed: 7, failures: [], said: ['a second look at a.test.ts'] })
    expect(looked.flaky).toEqual([failure('waits'), failure('goes on')])
    expect(files).toEqual(['a.test.ts'])
  })

  test('leaves failed what fails again, with what it says then', async () => {
    const again = failure('waits', { message: 'wrong' })
    const { outcome } = suite([failure('waits'), failure('goes on')], { failures: [again] })
    expect(await look({ outcome })).toMatchObject({
      ...{ passed: 6, failures: [again], flaky: [failure('goes on')] },
    })
  })

  test('counts a test that fails only then', async () => {
    const other = failure('another')
    const { outcome } = suite([failure('waits')], { failures: [other] })
    expect(await look({ outcome })).toMatchObject({ failures: [other], flaky: [failure('waits')] })
  })

  test('is not taken at an invariant that was seen broken', async () => {
    const broken = failure('acts after a No', { isBroken: true })
    const { outcome, files } = suite([broken, failure('waits', { file: 'b.test.ts' })], { failures: [] })
    expect(await look({ outcome })).toMatchObject({ passed: 6, failures: [broken] })
    expect(files).toEqual(['b.test.ts'])
  })

  test('is not taken at a suite that is one thing', async () => {
    const { outcome, files } = suite([failure('types', { file: null })], { failures: [] })
    expect(await look({ outcome })).toMatchObject({ failures: [failure('types', { file: null })] })
    expect(files).toEqual([])
  })

  test('is not taken at more than one believes to be late', async () => {
    const many = Array.from({ length: MOST + 1 }, (_, number) => failure(`test ${number}`))
    const { outcome, files } = suite(many, { failures: [] })
    const { failures, said } = await look({ outcome })
    expect(failures).toEqual(many)
    expect(files).toEqual([])
    expect(said).toEqual([`${MOST + 1} tests failed: too many for a second look`])
  })

  test.each([
    ['ran nothing', { passed: 0, failures: [] }],
    ['did not come to its end', { failures: [], isEnded: false }],
  ])('that %s clears nobody', async (_, again) => {
    const { outcome } = suite([failure('waits')], again)
    expect(await look({ outcome })).toMatchObject({ passed: 5, failures: [failure('waits')], flaky: [] })
  })
})
