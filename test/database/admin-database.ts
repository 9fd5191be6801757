import pg from 'pg'

export async function asAdmin(adminUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** Copied file by file: by way of its log, as is usual, Postgres would write all of it twice. */
export const copyTemplate = (
  adminUrl: string,
  { template, name }: { template: string; name: string },
): Promise<void> => asAdmin(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)

/** The same server, another database. */
export function withName(adminUrl: string, name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}
