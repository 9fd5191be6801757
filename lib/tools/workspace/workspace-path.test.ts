import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { table } from '@/test/table'
import { filePath, policyPath, workspacePath } from './workspace-path'

describe('a workspace path', () => {
  table([
    ['a', 'a'],
    ['./a', 'a'],
    ['a//b', 'a/b'],
    ['a/./b', 'a/b'],
    ['././/a///b/.', 'a/b'],
    ['a/', 'a'],
    ['.', ''],
    ['', ''],
    ['./', ''],
    ['%2e%2e/x', '%2e%2e/x'],
    ['...', '...'],
    ['..a/b..', '..a/b..'],
    ['~/x', '~/x'],
    ['a\\..\\b', 'a\\..\\b'],
    [' a ', ' a '],
    ['é/日本/x', 'é/日本/x'],
    ['n'.repeat(255), 'n'.repeat(255)],
  ])('is read as it is meant', (given, text) => {
    expect(workspacePath(given)).toMatchObject({ kind: 'path', text })
    expect(policyPath(given)).toBe(text)
  })

  table([
    ['..', '".."'],
    ['../a', '".."'],
    ['a/../b', '".."'],
    ['a/..', '".."'],
    ['./../workspace-evil/x', '".."'],
    ['/', 'absolute'],
    ['/etc/passwd', 'absolute'],
    ['//etc/passwd', 'absolute'],
    ['/proc/self/environ', 'absolute'],
    ['a\0b', 'NUL'],
    ['a\ud800', 'surrogate'],
    [`a/${'n'.repeat(256)}`, '255 bytes'],
    ['é'.repeat(128), '255 bytes'],
    ['abc/'.repeat(1100), '4096 bytes'],
    ['a/'.repeat(120), '100 parts'],
  ])('is refused where it leads out or hides something', (given, reason) => {
    expect(workspacePath(given)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining(reason),
    })
    expect(filePath(given).kind).toBe('refused')
    expect(policyPath(given)).toBe(given)
  })

  test.each(['', '.', './', 'a/', 'a/.', 'a/./', './/'])('%j is not the path of a file', given => {
    expect(filePath(given)).toMatchObject({ kind: 'refused', message: expect.stringContaining('folder') })
  })

  test('a refusal shows nothing that hides or breaks the line', () => {
    expect(workspacePath('a\nb\t\u202e/../\0')).toMatchObject({
      message: 'a⟦U+000A⟧b⟦U+0009⟧⟦U+202E⟧/../⟦U+0000⟧: a path cannot hold a NUL character.',
    })
  })

  test('normalising twice is normalising once, and what is accepted has no part that leads elsewhere', () => {
    const part = fc.oneof(fc.constantFrom('.', '..', '', 'a', 'b'), fc.string())
    fc.assert(
      fc.property(fc.array(part), parts => {
        const path = workspacePath(parts.join('/'))
        if (path.kind === 'refused') return
        expect(path.segments.every(segment => !['', '.', '..'].includes(segment))).toBe(true)
        expect(workspacePath(path.text)).toEqual(path)
      }),
    )
  })
})
