import { expect } from 'vitest'
import { table } from '@/test/table'
import { mappedRole, readRoleMapping } from './role-mapping'

const TEXT = 'ann@example.com=owner, group:a=b=viewer, group:Team=reviewer,@example.com=viewer'

table<[string | null, string[], string | null]>([
  ['Ann@Example.com', ['Team'], 'owner'],
  ['bob@example.com', ['Team'], 'reviewer'],
  ['bob@example.com', ['team'], 'viewer'],
  ['ann@sub.example.com', [], null],
  ['ann@example.com.evil', [], null],
  [null, ['a=b'], 'viewer'],
  [null, ['ann@example.com', '@example.com', '*', 'Tea'], null],
])('the first row that names an e-mail, its domain or a group gives the role', (email, groups, role) => {
  expect(mappedRole(readRoleMapping(TEXT) ?? [], email, groups)).toBe(role)
})
