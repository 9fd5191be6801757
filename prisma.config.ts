import { defineConfig } from 'prisma/config'

/** For the CLI only. Generating needs no database, so no address is demanded here. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '', shadowDatabaseUrl: process.env.SHADOW_DATABASE_URL },
})
