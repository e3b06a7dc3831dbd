import { useEffect, useRef, useState } from 'react';
import type { Position } from '../../../geography/schema.ts';
import { POSITION_DENIED, POSITION_UNAVAILABLE } from './messages.ts';

const OPTIONS: PositionOptions = { timeout: 15_000, maximumAge: 60_000 };

/** Asks the browser for the position of the visitor. @param onFound not called after the component has been unmounted */
export function usePosition(onFound: (position: Position) => void) {
  const [state, setState] = useState<{ isLocating: boolean; problem?: string }>({ isLocating: false });
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  const locate = () => {
    setState({ isLocating: true });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        if (!isMounted.current) return;
        setState({ isLocating: false });
        onFound({ latitude, longitude });
      },
      ({ code, PERMISSION_DENIED }) => {
        const problem = code === PERMISSION_DENIED ? POSITION_DENIED : POSITION_UNAVAILABLE;
        setState({ isLocating: false, problem });
      },
      OPTIONS,
    );
  };
  return { ...state, locate };
}
