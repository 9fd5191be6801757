import enCall from './en/call.json'
import enDesk from './en/desk.json'
import enHistory from './en/history.json'
import enInbox from './en/inbox.json'
import enInspector from './en/inspector.json'
import enList from './en/list.json'
import enMemory from './en/memory.json'
import enPage from './en/page.json'
import enSession from './en/session.json'
import enSessionSettings from './en/session-settings.json'
import enSessions from './en/sessions.json'
import enSignIn from './en/sign-in.json'
import enSkills from './en/skills.json'
import enText from './en/text.json'
import type { Language } from './languages'
import ruCall from './ru/call.json'
import ruDesk from './ru/desk.json'
import ruHistory from './ru/history.json'
import ruInbox from './ru/inbox.json'
import ruInspector from './ru/inspector.json'
import ruList from './ru/list.json'
import ruMemory from './ru/memory.json'
import ruPage from './ru/page.json'
import ruSession from './ru/session.json'
import ruSessionSettings from './ru/session-settings.json'
import ruSessions from './ru/sessions.json'
import ruSignIn from './ru/sign-in.json'
import ruSkills from './ru/skills.json'
import ruText from './ru/text.json'

const en = {
  call: enCall,
  desk: enDesk,
  history: enHistory,
  inbox: enInbox,
  inspector: enInspector,
  list: enList,
  memory: enMemory,
  page: enPage,
  session: enSession,
  sessionSettings: enSessionSettings,
  sessions: enSessions,
  signIn: enSignIn,
  skills: enSkills,
  text: enText,
}

/** All text of the page, one file a folder of components: the same messages in every language. */
export type Words = typeof en

export const WORDS: Record<Language, Words> = {
  en,
  ru: {
    call: ruCall,
    desk: ruDesk,
    history: ruHistory,
    inbox: ruInbox,
    inspector: ruInspector,
    list: ruList,
    memory: ruMemory,
    page: ruPage,
    session: ruSession,
    sessionSettings: ruSessionSettings,
    sessions: ruSessions,
    signIn: ruSignIn,
    skills: ruSkills,
    text: ruText,
  },
}

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language
    Messages: Words
  }
}
