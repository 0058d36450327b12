import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import texts from '../messages/en/shell.json'
import { messagesOf } from '../messages.ts'
import { toast } from '../ui/toast.tsx'
import { openLayer } from './layer.ts'

const t = messagesOf(texts)

/**
 * Makes a layer whose program is loaded when it opens, with something in its position until then. If the server does
 * not answer, the layer closes and the page below stays as it is: the next opening tries again.
 */
export function lazyLayer<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  before: ReactNode = null,
) {
  let loaded: ComponentType<Props> | null = null
  return function Layer(props: Props) {
    const [Shown, setShown] = useState(() => loaded)
    useEffect(() => {
      if (loaded) return
      load().then(
        (component) => {
          loaded = component
          setShown(() => component)
        },
        () => {
          openLayer(null)
          toast({ text: t('notLoaded'), tone: 'bad' })
        },
      )
    }, [])
    return Shown ? <Shown {...props} /> : before
  }
}
