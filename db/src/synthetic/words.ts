/** Words of synthetic listings, the frequent ones first. */
export const adjectives =
  'used vintage new solid sturdy small large antique modern wooden handmade clean compact classic quality white black blue green red brown grey folding portable electric heavy light round square rare sealed refurbished rustic farmhouse industrial painted upholstered adjustable waterproof insulated cordless'.split(
    ' ',
  );

export const nouns =
  'chair table desk sofa bicycle lamp bookshelf dresser mattress couch bench cabinet laptop monitor phone speaker camera guitar keyboard kayak canoe tent skis snowboard helmet jacket boots sneakers dress handbag watch necklace stroller crib toys puzzle books records mower snowblower grill ladder drill saw wrench toolbox tires wheels rack trailer motor generator heater fan humidifier vacuum blender mixer toaster kettle cookware dishes rug curtains mirror painting frame clock vase planter fence firewood gravel paving lumber door window sink faucet violin trumpet drums amplifier turntable projector printer router tablet drone telescope microscope treadmill elliptical dumbbells rowing basketball hockey lacrosse fishing hunting archery golf saddle aquarium terrarium birdcage loom kiln anvil sextant'.split(
    ' ',
  );

export const details =
  'good condition pickup only cash available local home smoke free works great barely used need gone moving sale price firm negotiable includes extra parts original box manual some scratches minor wear top bottom drawer shelf handle leg cushion cover battery charger cable remote warranty receipt delivered weekend evening morning porch garage basement attic family heirloom estate maple oak pine walnut cherry birch steel iron aluminum brass copper leather cotton wool linen velvet denim ceramic porcelain glass crystal marble granite bamboo wicker plastic rubber foam measured inches feet pounds gallons watts volts amps cordoned zephyr quixotic'.split(
    ' ',
  );
