import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Provider } from 'urql'
import { createLiveClient, type Connection, type LiveClient } from './client.ts'
import { EventLog } from './follow-events.ts'

type Live = LiveClient & { log: EventLog; connection: Connection }

const Context = createContext<Live | null>(null)

/**
 * Opens the client, the socket and the one subscription to events of an organization for the pages in it. It
 * closes them with the organization.
 */
export function LiveProvider({ organization, children }: { organization: string; children: ReactNode }) {
  const [connection, setConnection] = useState<Connection>('connecting')
  const [opened, setOpened] = useState<(LiveClient & { log: EventLog }) | null>(null)
  useEffect(() => {
    const live = createLiveClient(organization, (next) => {
      // An ended session stays ended, although its socket closes after that.
      setConnection((before) => (before === 'over' ? before : next))
    })
    const log = new EventLog(live.client)
    setConnection('connecting')
    setOpened({ ...live, log })
    return () => {
      log.stop()
      live.close()
      setOpened(null)
    }
  }, [organization])
  // No request succeeds after the end of the session.
  useEffect(() => {
    if (connection === 'over') opened?.log.stop()
  }, [connection, opened])
  if (!opened) return null
  return (
    <Context value={{ ...opened, connection }}>
      <Provider value={opened.client}>{children}</Provider>
    </Context>
  )
}

function useLive(): Live {
  const live = use(Context)
  if (!live) throw new Error('Only pages of an organization are live')
  return live
}

/** State of the socket. */
export const useConnection = () => useLive().connection

/** The log of events, to follow it. */
export const useEventLog = () => useLive().log

/** The newest events, newest first. */
export function useNewestEvents() {
  const { log } = useLive()
  return useSyncExternalStore(log.subscribe, log.newest)
}
