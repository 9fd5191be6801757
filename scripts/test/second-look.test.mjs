import { expect, test } from 'vitest'
import { MOST, secondLook } from './second-look.mjs'

const failure = (title, more = {}) => ({
  file: 'a.test.ts',
  title,
  message: 'late',
  isTest: true,
  isBroken: false,
  ...more,
})

/** What becomes of a suite that says this at the first look, and that at the second; and which files are looked at. */
async function look(failures, again = {}) {
  const files = []
  const outcome = { name: 'tests', passes: ['goes well'], failures, flaky: [] }
  outcome.again = async file => {
    files.push(file)
    return { name: 'tests', passes: ['goes well'], failures: [], flaky: [], ...again }
  }
  const [looked] = await secondLook([outcome], () => undefined)
  return { ...looked, files }
}

test('what passes at a second look has passed and is flaky; what fails again, or only then, has failed', async () => {
  const [one, other, third] = ['waits', 'goes on', 'another'].map(title => failure(title))
  expect(await look([])).toMatchObject({ failures: [], flaky: [], files: [] })
  const cleared = await look([one, other], { passes: ['waits', 'goes on'] })
  expect(cleared).toMatchObject({ failures: [], flaky: [one, other], files: ['a.test.ts'] })
  expect(cleared.passes).toEqual(['goes well', 'waits', 'goes on'])
  const wrong = failure('waits', { message: 'wrong' })
  const uncleared = await look([one, other], { passes: ['goes on'], failures: [wrong, third] })
  expect(uncleared).toMatchObject({ failures: [wrong, third], flaky: [other] })
  const twins = await look([one], { passes: ['waits'], failures: [one] })
  expect(twins).toMatchObject({ failures: [one], flaky: [] })
})

test('none is taken at a broken invariant, at a suite that is one thing, or at more than one believes', async () => {
  const broken = failure('acts after a No', { isBroken: true })
  const other = failure('waits', { file: 'b.test.ts' })
  expect(await look([broken, other], { passes: ['waits', 'acts after a No'] })).toMatchObject({
    failures: [broken],
    flaky: [other],
    files: ['b.test.ts'],
  })
  const types = failure('types', { file: null, isTest: false })
  expect(await look([types])).toMatchObject({ failures: [types], flaky: [], files: [] })
  const many = Array.from({ length: MOST + 1 }, (_, number) => failure(`test ${number}`))
  expect(await look(many)).toMatchObject({ failures: many, flaky: [], files: [] })
})

test('a second look in which nothing of the kind passes clears nobody, and a file only where all in it is well', async () => {
  for (const again of [
    { passes: [] },
    { passes: ['another'] },
    { passes: [], failures: [failure('Vitest', { file: null, isTest: false })] },
  ]) {
    const { failures, flaky } = await look([failure('waits')], again)
    expect(failures).toContainEqual(failure('waits'))
    expect(flaky).toEqual([])
  }
  const load = failure('a.test.ts', { isTest: false })
  expect(await look([load], { passes: ['waits'] })).toMatchObject({ failures: [], flaky: [load] })
  const unclean = await look([load], { passes: ['waits'], failures: [failure('another')] })
  expect(unclean).toMatchObject({ failures: [failure('another'), load], flaky: [] })
})
