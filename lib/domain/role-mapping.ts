import { type PersonRole, ROLES } from './contract/person'

/** Who gets which role by what an issuer says of them: by `ann@example.com`, `@example.com`, `group:NAME` or `*`. */
type RoleMapping = [name: string, role: PersonRole][]

const ROW = new RegExp(`^(group:.+|\\*|[^\\s=]*@[^\\s=]+)=(${ROLES.join('|')})$`)

/** Reads `ann@example.com=owner, *=viewer`; null where a row is written otherwise. */
export function readRoleMapping(text: string): RoleMapping | null {
  const rows = text.split(',').map(row => ROW.exec(row.trim()))
  return rows.includes(null) ? null : rows.map(row => [row?.[1] ?? '', row?.[2] as PersonRole])
}

/** The role of the first row that names somebody; null where none does. */
export function mappedRole(mapping: RoleMapping, email: string | null, groups: string[]) {
  const address = email?.toLowerCase() ?? ''
  const own = ['*', address, address.slice(address.lastIndexOf('@'))]
  const isNamed = (name: string) =>
    own.includes(name.toLowerCase()) || groups.some(group => name === `group:${group}`)
  return mapping.find(([name]) => isNamed(name))?.[1] ?? null
}
