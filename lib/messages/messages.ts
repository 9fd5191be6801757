import compile from 'icu-minify/compile'
import enCall from './en/call.json'
import enChannels from './en/channels.json'
import enHealth from './en/health.json'
import enHistory from './en/history.json'
import enHooks from './en/hooks.json'
import enInbox from './en/inbox.json'
import enInspector from './en/inspector.json'
import enList from './en/list.json'
import enMemory from './en/memory.json'
import enModels from './en/models.json'
import enPage from './en/page.json'
import enPolicy from './en/policy.json'
import enSchedules from './en/schedules.json'
import enServer from './en/server.json'
import enSession from './en/session.json'
import enSessionSettings from './en/session-settings.json'
import enSessions from './en/sessions.json'
import enSettings from './en/settings.json'
import enShell from './en/shell.json'
import enSignIn from './en/sign-in.json'
import enSkills from './en/skills.json'
import enText from './en/text.json'
import enTools from './en/tools.json'
import enUsage from './en/usage.json'
import type { Language } from './languages'
import ruCall from './ru/call.json'
import ruChannels from './ru/channels.json'
import ruHealth from './ru/health.json'
import ruHistory from './ru/history.json'
import ruHooks from './ru/hooks.json'
import ruInbox from './ru/inbox.json'
import ruInspector from './ru/inspector.json'
import ruList from './ru/list.json'
import ruMemory from './ru/memory.json'
import ruModels from './ru/models.json'
import ruPage from './ru/page.json'
import ruPolicy from './ru/policy.json'
import ruSchedules from './ru/schedules.json'
import ruServer from './ru/server.json'
import ruSession from './ru/session.json'
import ruSessionSettings from './ru/session-settings.json'
import ruSessions from './ru/sessions.json'
import ruSettings from './ru/settings.json'
import ruShell from './ru/shell.json'
import ruSignIn from './ru/sign-in.json'
import ruSkills from './ru/skills.json'
import ruText from './ru/text.json'
import ruTools from './ru/tools.json'
import ruUsage from './ru/usage.json'

/** The same messages in every language: one that lacks any does not compile. */
const both = <T>(en: T, ru: NoInfer<T>): Record<Language, T> => ({ en, ru })

/** All texts of the page, in one file per folder of components and language. */
const AREAS = {
  call: both(enCall, ruCall),
  channels: both(enChannels, ruChannels),
  shell: both(enShell, ruShell),
  health: both(enHealth, ruHealth),
  history: both(enHistory, ruHistory),
  inbox: both(enInbox, ruInbox),
  inspector: both(enInspector, ruInspector),
  list: both(enList, ruList),
  memory: both(enMemory, ruMemory),
  models: both(enModels, ruModels),
  page: both(enPage, ruPage),
  hooks: both(enHooks, ruHooks),
  policy: both(enPolicy, ruPolicy),
  schedules: both(enSchedules, ruSchedules),
  server: both(enServer, ruServer),
  session: both(enSession, ruSession),
  sessionSettings: both(enSessionSettings, ruSessionSettings),
  sessions: both(enSessions, ruSessions),
  settings: both(enSettings, ruSettings),
  signIn: both(enSignIn, ruSignIn),
  skills: both(enSkills, ruSkills),
  text: both(enText, ruText),
  tools: both(enTools, ruTools),
  usage: both(enUsage, ruUsage),
}

export type Messages = { [Area in keyof typeof AREAS]: (typeof AREAS)[Area][Language] }

const messagesIn = (language: Language): Messages =>
  Object.fromEntries(Object.entries(AREAS).map(([area, texts]) => [area, texts[language]])) as Messages

export const MESSAGES: Record<Language, Messages> = { en: messagesIn('en'), ru: messagesIn('ru') }

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language
    Messages: Messages
  }
}

/**
 * The messages, parsed on the server so that no browser has to load the parser: `next.config.mjs` swaps in a formatter
 * for parsed messages.
 */
export const COMPILED_MESSAGES: Record<Language, Messages> = {
  en: compiled(inEnglish(MESSAGES.en)),
  ru: compiled(MESSAGES.ru),
}

/**
 * What the server says is stored in English, and shown so: an English page makes none of it out of words, but for what it
 * says of skills while they are written (`components/text/server-words.tsx`), and of its commands.
 */
function inEnglish({ server: { skill, slash }, ...messages }: Messages): Messages {
  return { ...messages, server: { skill, slash } as Messages['server'] }
}

function compiled<T>(messages: T): T {
  const entries = Object.entries(messages as object).map(([name, message]) => [
    name,
    // Server components can pass plain objects only, and those of the parser have no prototype.
    typeof message === 'string' ? JSON.parse(JSON.stringify(compile(message))) : compiled(message),
  ])
  // The same shape; only the formatter looks at the parsed messages.
  return Object.fromEntries(entries) as T
}
