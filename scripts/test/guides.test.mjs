import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../launch/settings.mjs'

const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })

const textOf = file => fs.readFileSync(file, 'utf8').replace(/^(`{3,})[\s\S]*?^\1$/gm, '')

/** As on the pages that show Markdown: lower case, words joined by hyphens, no other signs. */
const anchorOf = heading =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = file => [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading))

const linksIn = text => [
  ...[...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link),
  ...[...text.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, link]) => link),
]

function isThere(link, page) {
  const [place, anchor] = link.split('#')
  const file = place === '' ? path.join(ROOT, page) : path.resolve(ROOT, path.dirname(page), place)
  return fs.existsSync(file) && (anchor === undefined || anchorsOf(file).includes(anchor))
}

test('what the pages of this repository link to is there', () => {
  const pages = git('ls-files', '--cached', '--others', '--exclude-standard', '*.md')
    .split('\n')
    .filter(name => name !== '' && fs.existsSync(path.join(ROOT, name)))
  expect(pages.filter(name => path.dirname(name) === 'docs')).not.toEqual([])
  const broken = pages.flatMap(page =>
    linksIn(textOf(path.join(ROOT, page)))
      .filter(link => !/^[a-z]+:/.test(link) && !isThere(link, page))
      .map(link => `${page}: ${link}`),
  )
  expect(broken).toEqual([])
})
