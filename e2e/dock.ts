import { expect, type Locator, type Page } from 'playwright/test'

/** The parts of a session's page by the roles and names that people know them by. */
export const dockOf = (page: Page): Locator => page.getByRole('region', { name: 'Pending calls' })
export const cardOf = (page: Page, tool: string): Locator => dockOf(page).getByRole('group', { name: tool })
export const logOf = (page: Page): Locator => page.getByRole('log', { name: 'Transcript' })

/** How many pixels of the transcript are below what is in view. */
export const fromEnd = (page: Page): Promise<number> =>
  logOf(page).evaluate(log => Math.round(log.scrollHeight - log.scrollTop - log.clientHeight))
export const messageOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' })
export const statusOf = (page: Page): Locator => page.getByRole('status')

/** What the agent said, as against what it was asked to say. */
export const saidIn = (page: Page, words: string | RegExp): Locator =>
  logOf(page).getByRole('article', { name: 'Agent' }).getByText(words)

/** What is shown by its code point, as the characters that it stands for. */
export const exactly = (text: string | null): string =>
  (text ?? '').replace(/⟦U\+([0-9A-F]{4,6})⟧/g, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))

export const approveIn = (card: Locator): Locator =>
  card.getByRole('button', { name: 'Approve', exact: true })

/** The pixels of a side, asked for until it fits: a node may be replaced between two questions. */
export const expectSize = (target: Locator, side: 'height' | 'width') =>
  expect.poll(async () => (await target.boundingBox())?.[side])

/** Presses a key, as often as it takes, until something has the focus. */
export const pressUntilFocused = (page: Page, key: 'Tab' | 'Shift+Tab', target: Locator): Promise<void> =>
  expect(async () => {
    await page.keyboard.press(key)
    await expect(target).toBeFocused({ timeout: 1 })
  }).toPass({ intervals: [20] })

/** Opens one of several Calls, unless it is the current one, which is open. */
export async function openCard(card: Locator): Promise<void> {
  const open = card.getByRole('button', { name: 'Open', exact: true })
  await expect(async () => {
    // It may become the only one meanwhile.
    if (await open.isVisible()) await open.click({ timeout: 1_000 })
    await expect(open).toBeHidden({ timeout: 1_000 })
  }).toPass({ intervals: [20] })
}

/** Chooses one of the verbs under “More”. */
export async function chooseMore(card: Locator, name: 'Replace' | 'Answer' | 'Always allow…'): Promise<void> {
  await card.getByRole('button', { name: 'More', exact: true }).click()
  await card.getByRole('menuitem', { name, exact: true }).click()
}

/** Reads a Call as one has to, and approves it. */
export async function approve(card: Locator): Promise<void> {
  await readThrough(card)
  await approveIn(card).click()
}

/** Opens what is folded of a Call, and scrolls through it from its beginning until it may be approved. */
export async function readThrough(card: Locator): Promise<void> {
  const folds = card.getByRole('button', { name: /^Show all/ })
  await expect(async () => {
    await openCard(card)
    for (const fold of await folds.all()) await fold.click({ timeout: 1_000 })
    await card.evaluate(scrollThrough)
    await expect(approveIn(card)).toBeEnabled({ timeout: 1_000 })
  }).toPass({ intervals: [20] })
}

/**
 * Scrolls from where something begins to where it ends, a part of what is seen of it at a time. The middle of what is
 * longer than anything that stands there unfolded is passed over, as by whoever takes the scroll bar.
 */
async function scrollThrough(element: Element): Promise<void> {
  const read = 1_500
  const painted = () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  element.scrollIntoView({ block: 'start' })
  await painted()
  let place: Element | null = element.parentElement
  while (
    place &&
    (place.scrollHeight <= place.clientHeight || getComputedStyle(place).overflowY === 'visible')
  )
    place = place.parentElement
  if (!place) return
  const isBelow = (): boolean =>
    element.getBoundingClientRect().bottom > (place?.getBoundingClientRect().bottom ?? 0)
  for (let at = -1; isBelow() && place.scrollTop !== at; await painted()) {
    at = place.scrollTop
    const { top, bottom } = element.getBoundingClientRect()
    place.scrollTop += top < -read && bottom > 2 * read ? bottom - 2 * read : 40
  }
}

/** Opens the arguments of a Call that is being edited as JSON. */
export async function editAsJson(card: Locator): Promise<Locator> {
  await card.getByRole('tab', { name: 'JSON' }).click()
  return card.getByRole('textbox', { name: 'Arguments (JSON)' })
}

/** What stands in a code editor. */
export const codeIn = async (field: Locator): Promise<string> =>
  (await field.locator('.cm-line').allTextContents()).join('\n')

/** Approves a change once it was checked, and asks for it where it does not fit on the screen. */
export async function approveChange(card: Locator): Promise<void> {
  const approve = card.getByRole('button', { name: /^Approve (with changes|replacement)$/ })
  const review = card.getByRole('button', { name: 'Review change' })
  await expect(async () => {
    if (await review.isVisible()) await review.click({ timeout: 1_000 })
    await expect(approve).toBeEnabled({ timeout: 1_000 })
  }).toPass({ intervals: [20] })
  await approve.click()
}

/** Counts the decisions that a page sends. The count is taken behind a request of its own, so that none is missed. */
export function decisionsSentBy(page: Page): () => Promise<number> {
  let sent = 0
  page.on('request', request => {
    if (request.url().endsWith('/decisions')) sent += 1
  })
  return async () => {
    await page.evaluate(() => fetch('/api/health'))
    return sent
  }
}
