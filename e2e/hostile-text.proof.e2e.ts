import { expect, type Page } from 'playwright/test'
import { cardOf, dockOf, editAsJson, exactly, logOf, openCard, saidIn } from './dock'
import { HOSTILE } from './hostile-text'
import { test } from './journey'
import { unfold } from './unfold'

const ALL = HOSTILE.join('\n\n')
/** A name that a file system takes. */
const NAME = '<img src=x onerror=ran=1>"><svg onload=ran=1>.txt'

/** Everything in the page that text could have become, told by what it is. */
const foreignIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const loading =
      'img,image,picture,video,audio,iframe,frame,object,embed,portal,base,meta,link,style,math,svg,use'
    const acting =
      '[srcdoc],[ping],[popover=manual],[autofocus],form[action],dialog,template,slot,foreignobject'
    // The seals of decided calls are drawn by us: a path without an address.
    const isSeal = (element: Element) =>
      element.matches('svg[data-seal]') && element.innerHTML.startsWith('<path fill="currentColor" d="')
    // So are the mark and the icons of the pages: each is a file of ours.
    const isMark = (element: Element) => element.matches('header > a[href="/"] > img[src="/icon.svg"]')
    const isIcon = (element: Element) =>
      element.matches('svg:has(> use:only-child)')
        ? /^<use href="\/icons\.svg#[a-z]+"><\/use>$/.test(element.innerHTML)
        : element.matches('svg > use[href^="/icons.svg#"]')
    // A diagram stands in a frame that has no origin; what is no diagram has none, once that is known.
    const isFrame = (element: Element) =>
      element.matches('iframe[src="/figure/frame.html"][sandbox="allow-scripts"]:not([srcdoc])')
    // The code editor keeps the caret beside a sign for a hidden character by a picture of nothing.
    const isBuffer = (element: Element) =>
      element.outerHTML === '<img class="cm-widgetBuffer" aria-hidden="true">'
    const isOurs = (element: Element) =>
      [isSeal, isMark, isIcon, isFrame, isBuffer].some(isOf => isOf(element))
    const found = [...document.body.querySelectorAll(`${loading},${acting}`)].filter(
      element => !isOurs(element),
    )
    const all = [...document.body.querySelectorAll('*')]
    const scripted = all.filter(element => element.getAttributeNames().some(name => name.startsWith('on')))
    const leading = all.filter(element =>
      /exfil|evil|javascript:|data:/.test(element.getAttribute('href') ?? ''),
    )
    // Nor are the verbs of an entry: one bar, beside what is written, and what opens it on a touch screen.
    const isVerb = (element: Element) =>
      element.closest(
        'article > div:has(> [role=toolbar][aria-label="Message actions"]), article > button[aria-label="Message actions"][aria-expanded]',
      ) !== null
    const log = [...document.querySelectorAll('[role=log] *')].filter(element => !isVerb(element))
    const covering = log.filter(
      element =>
        /fixed|absolute/.test(getComputedStyle(element).position) && !element.classList.contains('sr-only'),
    )
    const pressed = log
      .filter(element => element.matches('a,button,input,select,textarea,[role=button]'))
      .filter(
        element =>
          !/^(Show all [\d,]+ characters|Show less|Copy|Show arguments|Revert|Source)$/.test(
            element.textContent ?? '',
          ),
      )
    const has = 'ran' in window ? ['something ran'] : []
    return [
      ...has,
      ...[found, scripted, leading, covering, pressed].flat().map(element => element.outerHTML.slice(0, 200)),
    ]
  })

test('whatever a model, a file or a person writes is text: nothing loads, runs, covers or can be pressed', async ({
  page,
  installation,
}) => {
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await installation.write('hostile.txt', ALL)
  await installation.write(NAME, ALL)
  const session = await installation.scripted({ title: HOSTILE.join(' ').slice(0, 190) })
  await page.goto(`/sessions/${session.id}`)
  const written = { path: `new/${NAME}`, content: ALL }
  const calls = [
    { name: 'read_file', arguments: { path: 'hostile.txt' } },
    { name: 'list_files', arguments: {} },
    { name: 'write_file', arguments: written },
    { name: '<img/src/onerror=ran=1>', arguments: { [ALL]: ALL } },
  ]
  await installation.play(session, [{ text: ALL, reasoning: ALL, calls }, { text: `Read.\n\n${ALL}` }])
  const card = cardOf(page, 'write_file')
  await expect(card).toBeVisible()
  expect(await foreignIn(page)).toEqual([])
  await expect(dockOf(page).getByRole('button', { name: 'Open', exact: true })).toHaveCount(2)
  await expect(page.getByRole('group', { name: 'write_file' })).toHaveCount(1)
  await openCard(card)
  await card
    .getByRole('button', { name: /^Show all/ })
    .first()
    .click()
  const change = card.getByRole('figure', { name: 'Change' })
  await expect(change.getByRole('insertion')).toBeVisible()
  expect(exactly(await change.textContent()).replaceAll('\n+', '\n')).toContain(ALL)
  await card.getByRole('button', { name: 'Edit' }).click()
  await expect(await editAsJson(card)).toContainText('path')
  expect(await foreignIn(page)).toEqual([])
  await installation.decide(session, 'approve')
  await expect(saidIn(page, 'Read.')).toBeVisible()
  // Until the run has ended the reply is a draft, of which the end may be on its way.
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden()
  for (const loaded of ['as it came', 'anew']) {
    await unfold(page)
    expect([loaded, await foreignIn(page)]).toEqual([loaded, []])
    expect(exactly(await logOf(page).textContent()).split(ALL).length).toBeGreaterThan(2)
    const said = (await logOf(page).getByRole('article', { name: 'Agent' }).last().textContent()) ?? ''
    expect((ALL.match(/\w{3,}/g) ?? []).filter(word => !said.includes(word))).toEqual([])
    await page.reload()
    await expect(saidIn(page, 'Read.')).toBeVisible()
    // What is opened before the page is at work stays empty.
    await expect(logOf(page)).toHaveAttribute('data-live', '')
  }
  await expect(page).toHaveTitle(/Countersign$/)
  expect(asked.filter(url => url.includes('exfil'))).toEqual([])
})
