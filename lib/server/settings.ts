import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import * as z from 'zod'
import { type Env, environmentVariable, secretSettings } from '@/lib/env'
import { signInBinding } from '@/lib/record/digest'
import { allowedHosts, bracketed } from './allowed-hosts'
import type { ProcessConfig } from './process-config'

export type Settings = ReturnType<typeof settingsFrom>

/** What a process goes by: its environment, and what lies beside its program, in the folder `root`. */
export const settingsFrom = (env: Env, root: string) => ({
  role: env.role,
  /** Names this process to whoever started it. */
  instance: env.instance ?? randomUUID(),
  version: Package.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))).version,
  token: env.token,
  /** Names the access token in sign-ins. */
  signInBinding: signInBinding(env.token, env.auditKey),
  origin: env.origin,
  issuer: env.issuer,
  hosts: allowedHosts(env),
  process: processFrom(env, root),
})

const processFrom = (env: Env, root: string): Omit<ProcessConfig, 'log'> => ({
  databaseUrl: env.databaseUrl,
  role: env.role,
  workspace: env.workspace,
  dataDir: env.dataDir,
  auditKey: env.auditKey,
  headsFile: env.headsFile,
  sandbox: env.sandbox,
  serverFile: env.serverFile,
  secrets: secretSettings(env),
  traces: env.traces,
  environment: environmentVariable,
  address: env.origin ?? `http://${hostInAddress(env.host)}:${env.port}`,
  models: { ...(env.model ? { defaultModel: env.model } : {}), ...env.providers },
  migrations: knownMigrations(root),
  // Most of them wait for a model most of the time.
  slots: env.lanes ?? Math.max(64, 16 * os.availableParallelism()),
})

/** A server that listens everywhere is reached on its own machine. */
const hostInAddress = (host: string): string =>
  host === '0.0.0.0' || host === '::' ? '127.0.0.1' : bracketed(host)

const Package = z.object({ version: z.string() })

/** The migrations that this program knows: a database with others was made by a newer one. */
export const knownMigrations = (root: string): string[] =>
  readdirSync(path.join(root, 'prisma', 'migrations'), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)
