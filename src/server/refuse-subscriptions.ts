import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'

/** Refuses subscriptions in requests that are answered once: they come over a WebSocket or as a stream of server-sent events. */
export function refuseSubscriptions(): Plugin {
  return {
    onSubscribe({ setResultAndStopExecution }) {
      const extensions = { code: 'ERROR_CODE_INVALID_PARAM', status: 406, http: { status: 406 } }
      const message =
        'A subscription is answered as a stream: send Accept: text/event-stream, or use a WebSocket'
      setResultAndStopExecution({ errors: [new GraphQLError(message, { extensions })] })
    },
  }
}
