import { diagram, expectHarmless, STOPPED } from './figures'
import { test } from './journey'

const EDGES = Array.from({ length: 1_900 }, (_, n) => `a${n}-->b`)

test('diagrams that would take for ever are given up, and lead nowhere', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(STOPPED)
  await expectHarmless(page, installation, [
    diagram(`flowchart LR\n${EDGES.join('\n').slice(0, 19_000)}`),
    ...[100_000, 900_000].map(length => diagram(`flowchart LR\n  a[${'x'.repeat(length)}]`)),
  ])
})
