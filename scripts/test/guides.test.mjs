import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../launch/settings.mjs'

const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })

const GUIDES = git('ls-files', '--cached', '--others', '--exclude-standard', '*.md')
  .split('\n')
  .filter(name => name !== '' && fs.existsSync(path.join(ROOT, name)))

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

test.each(GUIDES)('what %s links to is there', name => {
  const broken = linksIn(textOf(path.join(ROOT, name)))
    .filter(link => !/^[a-z]+:/.test(link))
    .filter(link => {
      const [place, anchor] = link.split('#')
      const file = place === '' ? path.join(ROOT, name) : path.resolve(ROOT, path.dirname(name), place)
      if (!fs.existsSync(file)) return true
      return anchor !== undefined && !anchorsOf(file).includes(anchor)
    })
  expect(broken).toEqual([])
})

test('the guide has eight pages', () => {
  expect(GUIDES.filter(name => path.dirname(name) === 'docs')).toHaveLength(8)
})
