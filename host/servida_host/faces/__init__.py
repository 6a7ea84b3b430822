"""What a person sees of a rig, and touches: nothing else is known here."""
