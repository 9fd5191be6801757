import { pageFor, titled, visitorDrawsFigures, visitorTheme } from '@/app/visitor'
import { SettingsView } from '@/components/settings/settings'

export const generateMetadata = titled(messages => messages.settings.page.title)

export default async function SettingsPage() {
  return pageFor(async () => (
    <SettingsView theme={await visitorTheme()} drawsFigures={await visitorDrawsFigures()} />
  ))
}
