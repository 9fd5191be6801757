import { pageFor, titled } from '@/app/visitor'
import { ToolsView } from '@/components/tools/tools'

export const generateMetadata = titled(messages => messages.tools.page.title)

export default pageFor(async pages => <ToolsView initial={await pages.tools()} />)
