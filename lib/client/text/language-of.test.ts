import { expect, test } from 'vitest'
import { languageNamed, languageOf } from './language-of'

test.each([
  ['a/b.ts', '', 'typescript'],
  ['Dockerfile', '', 'docker'],
  ['.github/ci.YML', '', 'yaml'],
  ['bin/run', '#!/usr/bin/env python3\n', 'python'],
  ['bin/run', '#!/bin/sh\n', 'bash'],
  ['bin/run', '#!/usr/bin/env -S node --test\n', 'typescript'],
  ['notes', 'text', null],
  ['a.constructor', '', null],
  ['a.ts/notes', '', null],
  ['', '', null],
])('%j that begins with %j is %j', (path, text, language) => {
  expect(languageOf(path, text)).toBe(language)
})

test('a code block names its language in several ways', () => {
  expect(['TypeScript', 'js', 'sh', '__proto__', ''].map(languageNamed)).toEqual([
    ...['typescript', 'typescript', 'bash', null, null],
  ])
})
