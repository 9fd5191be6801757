import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { missingPackages } from './complete-lock.mjs'

const lock = JSON.parse(fs.readFileSync(path.resolve(import.meta.dirname, '../package-lock.json'), 'utf8'))

test('the lock file holds the packages of every platform, and says of no registry', () => {
  expect(missingPackages(lock)).toEqual({})
  expect(Object.values(lock.packages).filter(entry => 'resolved' in entry)).toEqual([])
})

test('a package that was left out is added with the platform that its name tells', () => {
  const needs = { optionalDependencies: { '@a/b-linux-x64-musl': '1.0.0', '@a/b-win32-arm64-msvc': '1.0.0' } }
  const packages = { 'node_modules/@a/b': { version: '1.0.0', dev: true, ...needs } }
  expect(missingPackages({ packages })).toEqual({
    'node_modules/@a/b-linux-x64-musl': {
      version: '1.0.0',
      cpu: ['x64'],
      libc: ['musl'],
      os: ['linux'],
      dev: true,
      optional: true,
    },
    'node_modules/@a/b-win32-arm64-msvc': {
      version: '1.0.0',
      cpu: ['arm64'],
      os: ['win32'],
      dev: true,
      optional: true,
    },
  })
})
