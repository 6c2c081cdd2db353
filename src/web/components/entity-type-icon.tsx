import BatteryChargingFullIcon from '@mui/icons-material/BatteryChargingFull';
import DevicesOtherIcon from '@mui/icons-material/DevicesOther';
import ElectricCarIcon from '@mui/icons-material/ElectricCar';
import ElectricMeterIcon from '@mui/icons-material/ElectricMeter';
import EvStationIcon from '@mui/icons-material/EvStation';
import HeatPumpIcon from '@mui/icons-material/HeatPump';
import SolarPowerIcon from '@mui/icons-material/SolarPower';
import SpeedIcon from '@mui/icons-material/Speed';
import TransformIcon from '@mui/icons-material/Transform';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { EntityTypeName } from '../../contract/entity-type.ts';
import { entityToneColor, entityTypeStyle } from '../theme/entity-type-style.ts';

const ICONS: Readonly<Record<EntityTypeName, ReactNode>> = {
  Battery: <BatteryChargingFullIcon />,
  ChargePoint: <EvStationIcon />,
  EV: <ElectricCarIcon />,
  HeatPump: <HeatPumpIcon />,
  Inverter: <TransformIcon />,
  Meter: <ElectricMeterIcon />,
  RetrofitMeter: <SpeedIcon />,
  SolarPlant: <SolarPowerIcon />,
};
const icons: ReadonlyMap<string | null, ReactNode> = new Map(Object.entries(ICONS));

/** The fixed icon and colour of an Entity type; its name must be visible or announced elsewhere. */
export function EntityTypeIcon({ type }: { type: string | null }) {
  return (
    <Box
      component="span"
      aria-hidden="true"
      sx={{
        flex: 'none',
        display: 'inline-grid',
        placeItems: 'center',
        width: 20,
        height: 20,
        borderRadius: '5px',
        bgcolor: entityToneColor(entityTypeStyle(type).tone),
        color: 'background.paper',
        '& svg': { fontSize: 14 },
      }}
    >
      {icons.get(type) ?? <DevicesOtherIcon />}
    </Box>
  );
}
