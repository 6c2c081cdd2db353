/** The message about a sign-out that could not be stored, for the server and the sign-in page. */
export const SIGN_OUT_NOT_STORED =
  'You are signed out here, and the console refuses the session. But its disk is full or read-only, so this could not be stored: if the console restarts before there is room, a copy of the session’s cookie works again until it is idle for 30 minutes.';
