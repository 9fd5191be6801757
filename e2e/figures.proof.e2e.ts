import { expect, type FrameLocator, type Page } from 'playwright/test'
import { agentOf, diagram, expectHarmless, FLOW, figureOf, listenTo, STOPPED } from './figures'
import { test } from './journey'
import { picture } from './picture'

const ESSAY = `The area is $\\pi r^2$, and it costs $5 and $6.

$$
\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2} \\begin{pmatrix} 1 & 2 \\end{pmatrix}
$$

${diagram(FLOW)}

In code \`$x$\` stays.`

const frameOf = (page: Page): FrameLocator => figureOf(page).frameLocator('iframe')

test('formulas and diagrams of a message are drawn when it is whole', async ({ page, installation }) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  await installation.play(session, [{ text: `${ESSAY} ${'And on. '.repeat(60)}`, chunkMs: 40 }])
  await expect(agentOf(page).getByText('$x$ stays', { exact: false })).toBeVisible()
  await expect(page.getByText('Writing…')).toBeVisible()
  expect(await agentOf(page).locator('math, iframe').count()).toBe(0)
  await expect(agentOf(page).locator('math')).toHaveCount(2)
  // The columns of a matrix are apart.
  await expect(agentOf(page).locator('mtd').first()).not.toHaveCSS('padding-right', '0px')
  await expect(agentOf(page)).toContainText('it costs $5 and $6.')
  await expect(frameOf(page).locator('svg')).toContainText('Countersign')
  await figureOf(page).scrollIntoViewIfNeeded()
  await picture(page, 'figures')
  await expect(figureOf(page).locator('pre')).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(figureOf(page).locator('pre')).toBeVisible()
  await expect(figureOf(page).locator('iframe')).toBeHidden()
  await page.emulateMedia({ media: null })
  await figureOf(page).getByRole('button', { name: 'Source' }).click()
  await expect(figureOf(page).locator('pre')).toBeVisible()
  await expect(figureOf(page)).toContainText(FLOW)
  await page.goto('/settings')
  await page.getByRole('checkbox', { name: 'Draw diagrams and formulas in messages' }).uncheck()
  await page.goto(`/sessions/${session.id}`)
  await expect(agentOf(page).getByRole('figure', { name: 'Code' })).toContainText(FLOW)
  await expect(agentOf(page)).toContainText('The area is $\\pi r^2$')
  expect(await agentOf(page).locator('math, iframe').count()).toBe(0)
})

/** What would load, run or lead away, as diagrams. */
const HOSTILE_DIAGRAMS = [
  `${FLOW}\n  click a href "https://evil.test/exfil" _top\n  click c call ran()`,
  'flowchart LR\n  a["<img src=https://evil.test/exfil onerror=ran=1>"] --> b["<a href=https://evil.test/exfil>x</a>"]',
  '%%{init: {"themeCSS": "@import url(https://evil.test/exfil);", "securityLevel": "loose", "htmlLabels": true, "fontFamily": "url(/exfil)"}}%%\nflowchart LR\n  a["<iframe src=/exfil></iframe>"] --> b',
  '---\nconfig:\n  securityLevel: loose\n  themeCSS: "*{background:url(/exfil)}"\n---\nflowchart LR\n  a --> b',
  'flowchart LR\n  a --> b\n  style a fill:url(https://evil.test/exfil)\n  classDef x background:url(/exfil)\n  class b x',
  'flowchart LR\n  a@{ img: "https://evil.test/exfil.png", label: "x" } --> b@{ icon: "fa:user" }',
  'sequenceDiagram\n  participant A\n  links A: {"x": "https://evil.test/exfil"}\n  link A: y @ javascript:ran=1\n  A->>A: <script>ran=1</script>',
  'classDiagram\n  class A\n  link A "https://evil.test/exfil"\n  callback A "ran"',
  'this is no diagram',
]

const HOSTILE_FORMULAS = [
  '$\\href{javascript:ran=1}{a}$',
  '$$\\includegraphics{https://evil.test/exfil.png}$$',
  '$\\htmlData{exfil=1}{x}$',
  '$\\htmlStyle{position:fixed}{x}$',
  '$$\\def\\a{\\a\\a}\\a$$',
  '$\\url{https://evil.test/exfil}$',
]

test('the frame of a diagram has nothing to take and nowhere to send it, and what is hostile in one is at worst shown', async ({
  page,
  installation,
  expected,
}) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  await installation.play(session, [{ text: diagram(FLOW) }])
  await expect(frameOf(page).locator('svg')).toBeVisible()
  const inside = page.frames().find(frame => frame.url().endsWith('/figure/frame.html'))
  expected.push(
    /violates the following Content Security Policy|^Policy: |Content Security Policy|Blocked opening|Unsafe attempt/,
  )
  const asked = listenTo(page)
  const taken = await inside?.evaluate(async () => {
    const attempts: Record<string, () => unknown> = {
      cookie: () => document.cookie,
      storage: () => localStorage.length,
      parent: () => parent.document.title,
      top: () => {
        top?.location.replace('/exfil')
      },
      frameElement: () => frameElement?.tagName ?? fail(),
      fetch: () => fetch('/api/sessions'),
      worker: () => startOf(new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))),
      open: () => window.open('/exfil') ?? fail(),
      picture: () => loadOf(Object.assign(new Image(), { src: '/icon.svg' })),
      script: () =>
        loadOf(Object.assign(document.createElement('script'), { src: 'data:text/javascript,1' })),
    }
    function fail(): never {
      throw new Error('nothing')
    }
    const startOf = (worker: Worker) =>
      new Promise((resolve, reject) => {
        worker.onmessage = resolve
        worker.onerror = () => reject(new Error('not started'))
      })
    const loadOf = (element: HTMLElement) =>
      new Promise((resolve, reject) => {
        element.onload = resolve
        element.onerror = () => reject(new Error('not loaded'))
        document.body.append(element)
      })
    const worked: string[] = []
    for (const [name, attempt] of Object.entries(attempts)) {
      try {
        await attempt()
        worked.push(name)
      } catch {
        // As it should be.
      }
    }
    return { worked, origin: self.origin }
  })
  expect(taken).toEqual({ worked: [], origin: 'null' })
  await expect(page).toHaveURL(/\/sessions\//)
  expect(asked.filter(url => url.includes('exfil'))).toEqual([])

  expected.push(STOPPED)
  const [first = '', ...others] = HOSTILE_DIAGRAMS.map(diagram)
  const formulas = HOSTILE_FORMULAS.join('\n\n')
  await expectHarmless(page, installation, [...others, `${first}\n\n${formulas}`])
  await expect(agentOf(page)).toContainText('\\includegraphics{https://evil.test/exfil.png}')
})

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
